import { MedleyTimeoutError } from '../errors';

/** An abort signal that combines the caller's signal with a restartable timeout. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #onOuterAbort = (): void => this.#controller.abort(this.#outer?.reason);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @throws the reason of `outer` if it is already aborted */
  constructor(ms: number, outer?: AbortSignal) {
    outer?.throwIfAborted();
    this.#outer = outer;
    outer?.addEventListener('abort', this.#onOuterAbort, { once: true });
    this.restart(ms);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Restart the timeout with `ms`; `Infinity` disables it. */
  restart(ms: number): void {
    this.pause();
    if (ms === Infinity) return;
    const message = `Nothing came within ${ms / 1_000} s.`;
    this.#timer = setTimeout(() => this.#controller.abort(new MedleyTimeoutError(message)), ms);
  }

  pause(): void {
    clearTimeout(this.#timer);
  }

  /** Clear the timer, remove the listener and abort the signal, which closes connections that still use it. */
  close(): void {
    this.pause();
    this.#outer?.removeEventListener('abort', this.#onOuterAbort);
    this.#controller.abort();
  }
}
