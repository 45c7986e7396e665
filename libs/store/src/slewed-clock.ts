import { clockLimits } from './clock-limits';

/**
 * A clock that follows samples of a reference clock and never goes back or stands still. A sample is the offset of the
 * reference to a monotonic clock, in milliseconds; its error is at most a round trip, or it is an outlier.
 *
 * A sample that differs from the accepted offset by more than {@link clockLimits.outlierMs} is accepted only after
 * {@link clockLimits.confirmations} consecutive samples agree with each other. The clock slews to the accepted offset at a
 * bounded rate. Only a confirmed forward step of more than {@link clockLimits.stepMs} is applied at once, because slewing
 * would take hours.
 */
export class SlewedClock {
  /** The accepted offset; null before the first sample. */
  #target: number | null = null;
  /** The offset that `now` uses, which slews to the target. */
  #offset = 0;
  #slewedAt = 0;
  /** Consecutive samples that agree with each other but not with the target. */
  #unconfirmed: number[] = [];

  /** Whether the last sample is an outlier that is not confirmed yet. */
  get isUnconfirmed(): boolean {
    return this.#unconfirmed.length > 0;
  }

  /** Time of the reference clock in milliseconds. @throws Error before the first sample */
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
