import { AppError } from '@medley/kit';

/** Combines the signal of the step with the time limits of the phases of a fetch. */
export class FetchDeadlines {
  /** Aborted by the signal of the step or by the first deadline that passes. */
  readonly signal: AbortSignal;
  readonly #timeout = new AbortController();

  constructor(stepSignal: AbortSignal) {
    this.signal = AbortSignal.any([stepSignal, this.#timeout.signal]);
  }

  /** Starts a deadline that fails the fetch with SOURCE_TIMEOUT; the returned function disarms it. */
  arm(ms: number, message: string): () => void {
    const timer = setTimeout(() => this.#timeout.abort(new AppError('SOURCE_TIMEOUT', message)), ms);
    return () => clearTimeout(timer);
  }
}
