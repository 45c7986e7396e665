import { AppError } from '@medley/kit';

/**
 * Reads fields of an engine's answer by hand: an hour has ten thousand words, and a schema would hold up the event loop
 * over them. Each function throws UPSTREAM_INVALID_ANSWER for what is not of its kind.
 */
export const read = {
  object(value: unknown): Readonly<Record<string, unknown>> {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidResponse();
    return value as Record<string, unknown>;
  },

  /** Null when there is no list. */
  list(value: unknown): readonly unknown[] | null {
    if (value === undefined || value === null) return null;
    if (!Array.isArray(value)) throw invalidResponse();
    return value;
  },

  text(value: unknown): string {
    if (typeof value !== 'string') throw invalidResponse();
    return value;
  },

  /** Null when nothing is said. */
  textOrNull(value: unknown): string | null {
    return value === undefined || value === null || value === '' ? null : read.text(value);
  },

  /** Seconds; a time a little before the start is the start. */
  seconds(value: unknown): number {
    if (typeof value !== 'number' || !Number.isFinite(value)) throw invalidResponse();
    return Math.max(0, value);
  },
};

export function invalidResponse(): AppError {
  return new AppError('UPSTREAM_INVALID_ANSWER', 'the speech engine sent no transcription');
}
