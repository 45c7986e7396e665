import { AppError } from '@medley/kit';

/**
 * Reads fields of a response. An hour has ten thousand words, which a schema would validate too slowly for the event loop.
 * Each function throws UPSTREAM_INVALID_ANSWER for a value of another type.
 */
export const read = {
  object(value: unknown): Readonly<Record<string, unknown>> {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidResponse();
    return value as Record<string, unknown>;
  },

  /** Null when the value is missing. */
  list(value: unknown): readonly unknown[] | null {
    if (value === undefined || value === null) return null;
    if (!Array.isArray(value)) throw invalidResponse();
    return value;
  },

  text(value: unknown): string {
    if (typeof value !== 'string') throw invalidResponse();
    return value;
  },

  /** Null when the value is missing or empty. */
  textOrNull(value: unknown): string | null {
    return value === undefined || value === null || value === '' ? null : read.text(value);
  },

  /** Seconds; negative times become 0. */
  seconds(value: unknown): number {
    if (typeof value !== 'number' || !Number.isFinite(value)) throw invalidResponse();
    return Math.max(0, value);
  },
};

/** The error for a response in another format. */
export function invalidResponse(): AppError {
  return new AppError('UPSTREAM_INVALID_ANSWER', 'the speech engine sent no transcription');
}
