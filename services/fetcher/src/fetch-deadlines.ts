import { AppError } from '@medley/kit';

/** One signal for everything that may end a fetch: the step's own signal and the time limits of its phases. */
export class FetchDeadlines {
  readonly signal: AbortSignal;
  readonly #ending = new AbortController();

  constructor(stepSignal: AbortSignal) {
    this.signal = AbortSignal.any([stepSignal, this.#ending.signal]);
  }

  /** End the fetch as SOURCE_TIMEOUT unless the returned function is called in time. */
  arm(ms: number, message: string): () => void {
    const timer = setTimeout(() => this.#ending.abort(new AppError('SOURCE_TIMEOUT', message)), ms);
    return () => clearTimeout(timer);
  }
}
