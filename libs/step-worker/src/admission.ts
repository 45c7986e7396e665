import {
  stepCatalogue,
  type StepCancelSignal,
  type StepClaimedSignal,
  type StepRun,
} from '@medley/contracts';
import { CanceledSteps } from './canceled-steps';
import type { Claims } from './claims';
import type { Slots } from './slots';
import { workerLimits } from './worker-limits';

const FRESH_MS = workerLimits.freshMs;

/** Decides when an attempt starts, and whether it does. */
export class Admission {
  readonly #canceled = new CanceledSteps();

  constructor(
    private readonly slots: Slots,
    private readonly claims: Claims,
  ) {}

  /** Takes a slot for the attempt. False: it was canceled, or the orchestrator says that it must not start. */
  admit(run: StepRun, redelivered: boolean): boolean | Promise<boolean> {
    if (this.#canceled.has(run)) return false;
    const isRepeated = redelivered || run.resent === true;
    const freshUntil = trustedUntil(run, isRepeated);
    if (freshUntil > performance.now() && this.slots.tryAcquire()) return true;
    return this.#wait(run, { freshUntil, isRepeated });
  }

  /** Drops the waiting attempts that are meant. */
  cancel(wanted: StepCancelSignal): void {
    this.#canceled.add(wanted);
    const isCanceled = (run: StepRun): boolean => this.#canceled.has(run);
    this.slots.drop(isCanceled);
    this.claims.drop(isCanceled);
  }

  answer(claimed: StepClaimedSignal): void {
    this.claims.answer(claimed);
  }

  /** Ends all waiting with an error. */
  stop(reason: Error): void {
    this.slots.failWaiting(reason);
    this.claims.failWaiting(reason);
  }

  /** Asks when it is the attempt's turn, without a slot; the answer must still be believed when the attempt starts. */
  async #wait(
    run: StepRun,
    { freshUntil, isRepeated }: { freshUntil: number; isRepeated: boolean },
  ): Promise<boolean> {
    if (!(await this.slots.acquire(run))) return false;
    if (freshUntil > performance.now()) return true;
    for (;;) {
      this.slots.release();
      if ((await this.claims.ask(run, isRepeated)) === 'drop') return false;
      const grant = this.claims.hold(run);
      try {
        if (!(await this.slots.acquire(run))) return false;
        if (grant.until > performance.now()) return true;
      } finally {
        grant.release();
      }
    }
  }
}

/** The time on the monotonic clock until which the attempt may start without a claim. */
function trustedUntil(run: StepRun, isRepeated: boolean): number {
  // An orchestrator that does not say when it sent the message does not know claims.
  if (run.sent_at === undefined) return Infinity;
  if (isRepeated || stepCatalogue[run.kind].paidUpstream) return -Infinity;
  const ageMs = Date.now() - Date.parse(run.sent_at);
  // Beyond that in the future, the clocks differ too much to tell.
  const isKnown = ageMs >= -FRESH_MS;
  return isKnown ? performance.now() + FRESH_MS - Math.max(0, ageMs) : -Infinity;
}
