import { AppError } from '@medley/kit';
import { llmLimits } from '../llm-limits';

/** Assembles a streamed answer from its server-sent events. */
export interface EventCollector {
  /** Adds the data of one event. @throws AppError UPSTREAM_INVALID_ANSWER, and the code of an error event */
  push(data: string): void;
  /** Returns the body of the non-streamed response. @throws AppError UPSTREAM_UNAVAILABLE when the stream ended early */
  result(): unknown;
}

/** Concatenates text deltas, up to 1 MiB. */
export class TextBuffer {
  readonly #parts: string[] = [];
  #length = 0;

  /** Ignores values that are not strings. @throws AppError UPSTREAM_INVALID_ANSWER past `llmLimits.answerBytesMax` characters */
  add(delta: unknown): void {
    if (typeof delta !== 'string') return;
    this.#length += delta.length;
    if (this.#length > llmLimits.answerBytesMax) throw invalidEvent('an answer larger than 1 MiB');
    this.#parts.push(delta);
  }

  toString(): string {
    return this.#parts.join('');
  }
}

/** Parses the JSON object of an event. @throws AppError UPSTREAM_INVALID_ANSWER */
export function parseEvent(data: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(data);
    if (isRecord(value)) return value;
  } catch {
    // Reported below.
  }
  throw invalidEvent('an event that is no JSON object');
}

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The error for an error event in a stream, without the text of the upstream. */
export function streamError(type: unknown): AppError {
  return type === 'rate_limit_error'
    ? new AppError('UPSTREAM_RATE_LIMITED', 'the language model is rate limited')
    : new AppError('UPSTREAM_UNAVAILABLE', 'the language model broke off its answer with an error');
}

/** The error for a stream that ended before its final event. */
export function streamInterrupted(): AppError {
  return new AppError('UPSTREAM_UNAVAILABLE', 'the language model broke off its answer');
}

function invalidEvent(what: string): AppError {
  return new AppError('UPSTREAM_INVALID_ANSWER', `the language model sent ${what}`);
}
