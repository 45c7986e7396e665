import { AppError } from '@medley/kit';
import { llmLimits } from '../llm-limits';

/** Puts an answer that comes in events together again. */
export interface EventCollector {
  /** @throws AppError UPSTREAM_INVALID_ANSWER, and what an event of an error means */
  hear(data: string): void;
  /** The answer as it comes without streaming. @throws AppError UPSTREAM_UNAVAILABLE when its end is missing */
  whole(): unknown;
}

/** The pieces of a text. */
export class Pieces {
  readonly #pieces: string[] = [];
  #length = 0;

  /** What is no text is no piece. @throws AppError UPSTREAM_INVALID_ANSWER past a million characters */
  add(piece: unknown): void {
    if (typeof piece !== 'string') return;
    this.#length += piece.length;
    if (this.#length > llmLimits.answerBytesMax) throw invalidEvent('an answer larger than 1 MiB');
    this.#pieces.push(piece);
  }

  toString(): string {
    return this.#pieces.join('');
  }
}

/** The object in an event. @throws AppError UPSTREAM_INVALID_ANSWER */
export function parseEvent(data: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(data);
    if (isRecord(value)) return value;
  } catch {
    // Said below.
  }
  throw invalidEvent('an event that is no JSON object');
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What an error in the middle of an answer means; its words are not repeated. */
export function errorInEvents(type: unknown): AppError {
  return type === 'rate_limit_error'
    ? new AppError('UPSTREAM_RATE_LIMITED', 'the language model is rate limited')
    : new AppError('UPSTREAM_UNAVAILABLE', 'the language model broke off its answer with an error');
}

export function brokenOff(): AppError {
  return new AppError('UPSTREAM_UNAVAILABLE', 'the language model broke off its answer');
}

function invalidEvent(what: string): AppError {
  return new AppError('UPSTREAM_INVALID_ANSWER', `the language model sent ${what}`);
}
