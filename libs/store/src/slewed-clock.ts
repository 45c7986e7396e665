import { clockLimits } from './clock-limits';

/**
 * A clock that follows samples of another one without ever going back or standing still. A sample is the offset of the
 * other clock to a monotonic one, in milliseconds; it is right within the limits of a round trip, or very wrong.
 *
 * One that differs from what was believed by more than {@link clockLimits.outlierMs} is distrusted until as many in a
 * row as {@link clockLimits.confirmations} agree with each other. What is believed is approached at a bounded rate, from
 * above by running slowly. Only a confirmed step ahead of more than {@link clockLimits.stepMs} is taken at once: the
 * other clock really was set, and slewing would take hours.
 */
export class SlewedClock {
  /** What is believed; null before the first sample. */
  #target: number | null = null;
  /** What `now` uses, on its way to the target. */
  #offset = 0;
  #slewedAt = 0;
  /** Samples in a row that agree with each other and not with the target. */
  #unconfirmed: number[] = [];

  /** A sample came that is not believed yet. */
  get isUnconfirmed(): boolean {
    return this.#unconfirmed.length > 0;
  }

  /** Milliseconds of the other clock. @throws Error before the first sample */
  now(monotonic: number): number {
    if (this.#target === null) throw new Error('the clock was not started');
    const elapsed = Math.max(0, monotonic - this.#slewedAt);
    const reach = elapsed * clockLimits.slewShare;
    this.#offset += Math.min(Math.max(this.#target - this.#offset, -reach), reach);
    this.#slewedAt = Math.max(this.#slewedAt, monotonic);
    return this.#slewedAt + this.#offset;
  }

  sample(monotonic: number, offset: number): void {
    if (this.#target === null) {
      this.#target = this.#offset = offset;
      this.#slewedAt = monotonic;
      return;
    }
    this.now(monotonic);
    if (near(offset, this.#target)) {
      this.#unconfirmed = [];
      this.#target = offset;
      return;
    }
    const [first = offset] = this.#unconfirmed;
    this.#unconfirmed = near(offset, first) ? [...this.#unconfirmed, offset] : [offset];
    if (this.#unconfirmed.length < clockLimits.confirmations) return;
    this.#unconfirmed = [];
    this.#target = offset;
    if (offset - this.#offset > clockLimits.stepMs) this.#offset = offset;
  }
}

function near(one: number, other: number): boolean {
  return Math.abs(one - other) <= clockLimits.outlierMs;
}
