import { MedleyTimeoutError } from '../errors';

/** A signal that is aborted by the caller's own, or when the time given has passed. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #onOuterAbort = (): void => this.#controller.abort(this.#outer?.reason);
  #timer: NodeJS.Timeout | undefined;

  /** @throws the reason of `outer` when it is aborted already */
  constructor(ms: number, outer?: AbortSignal) {
    outer?.throwIfAborted();
    this.#outer = outer;
    outer?.addEventListener('abort', this.#onOuterAbort, { once: true });
    this.restart(ms);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** From now on there are `ms` left; `Infinity` for no limit. */
  restart(ms: number): void {
    this.pause();
    if (ms === Infinity) return;
    const message = `Nothing came within ${ms / 1_000} s.`;
    this.#timer = setTimeout(() => this.#controller.abort(new MedleyTimeoutError(message)), ms);
  }

  pause(): void {
    clearTimeout(this.#timer);
  }

  /** Free everything; what is still open under the signal is closed. */
  close(): void {
    this.pause();
    this.#outer?.removeEventListener('abort', this.#onOuterAbort);
    this.#controller.abort();
  }
}
