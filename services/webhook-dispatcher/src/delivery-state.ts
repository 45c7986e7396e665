import { attemptsTotal, type Delivery, type DeliveryAttempt } from '@medley/contracts';
import { dispatchLimits } from './dispatch-limits';

/** How an attempt ended. `error` null: the receiver answered 2xx. */
export type AttemptOutcome = Pick<DeliveryAttempt, 'status_code' | 'response_time_ms' | 'error'>;

/** An attempt open for longer than this belongs to a dispatcher that crashed. */
export const LOST_MS = 15_000;
/** The error of an attempt with an unknown outcome; it counts, because its request may have arrived. */
const LOST = 'dispatcher lost';

export function openAttempt(delivery: Delivery): DeliveryAttempt | null {
  return delivery.attempts.find((attempt) => attempt.ended_at === null) ?? null;
}

/**
 * When the next scheduled attempt is due: at once for the first, then `delays` (milliseconds) after the end of the one
 * before. Null when there is none: delivered, no attempts left, or one in flight.
 */
function scheduledAt(delivery: Delivery, delays: readonly number[]): Date | null {
  if (delivery.state !== 'pending' || openAttempt(delivery)) return null;
  const scheduled = delivery.attempts.filter((attempt) => attempt.trigger === 'scheduled');
  const last = scheduled.at(-1);
  if (!last?.ended_at) return delivery.created_at;
  const delay = delays[scheduled.length - 1];
  return delay === undefined ? null : new Date(last.ended_at.getTime() + delay);
}

/** The trigger of the attempt that is due now, or null. A manual request goes first and does not use up a scheduled attempt. */
export function dueTrigger(
  delivery: Delivery,
  delays: readonly number[],
  now: Date,
): DeliveryAttempt['trigger'] | null {
  if (openAttempt(delivery)) return null;
  if (delivery.manual_requested_at) return 'manual';
  const at = scheduledAt(delivery, delays);
  return at && at <= now ? 'scheduled' : null;
}

/** The delivery with one more attempt, started now. Stored before the request is sent, so that a crash counts. */
export function beginAttempt(delivery: Delivery, trigger: DeliveryAttempt['trigger'], now: Date): Delivery {
  const attempt: DeliveryAttempt = {
    attempt: attemptsTotal(delivery) + 1,
    trigger,
    started_at: now,
    ended_at: null,
    status_code: null,
    response_time_ms: null,
    error: null,
  };
  return {
    ...delivery,
    next_attempt_at: null,
    manual_requested_at: trigger === 'manual' ? null : delivery.manual_requested_at,
    attempts: trimHistory([...delivery.attempts, attempt]),
    attempts_total: attempt.attempt,
  };
}

/** The number of manual attempts is unlimited: drops the oldest manual ones, never scheduled ones. */
function trimHistory(attempts: DeliveryAttempt[]): DeliveryAttempt[] {
  const excess = attempts.length - dispatchLimits.attemptsKeptMax;
  const ended = attempts.slice(0, -1).filter((one) => one.trigger === 'manual');
  const oldest = ended.slice(0, Math.max(excess, 0));
  return attempts.filter((one) => !oldest.includes(one));
}

/**
 * The delivery with an attempt ended. A late outcome replaces that of an attempt marked as lost. A success completes the
 * delivery; a failed manual attempt changes only the history.
 */
export function endAttempt(
  delivery: Delivery,
  attempt: number,
  end: { outcome: AttemptOutcome; now: Date; delays: readonly number[] },
): Delivery {
  const { outcome, now, delays } = end;
  const attempts = delivery.attempts.map((one) =>
    one.attempt === attempt && (one.ended_at === null || one.error === LOST)
      ? { ...one, ...outcome, ended_at: one.ended_at ?? now }
      : one,
  );
  const isSuccess = outcome.error === null;
  const next: Delivery = { ...delivery, attempts, state: isSuccess ? 'delivered' : delivery.state };
  const scheduled = attempts.filter((one) => one.trigger === 'scheduled').length;
  const isUsedUp = next.state === 'pending' && scheduled > delays.length && !openAttempt(next);
  const settled: Delivery = isUsedUp ? { ...next, state: 'failed' } : next;
  return { ...settled, next_attempt_at: settled.manual_requested_at ? now : scheduledAt(settled, delays) };
}

/** The delivery with its lost attempt closed and counted; null when none is lost. */
export function endLostAttempt(delivery: Delivery, delays: readonly number[], now: Date): Delivery | null {
  const open = openAttempt(delivery);
  if (!open || now.getTime() - open.started_at.getTime() <= LOST_MS) return null;
  const outcome: AttemptOutcome = { status_code: null, response_time_ms: null, error: LOST };
  return endAttempt(delivery, open.attempt, { outcome, now, delays });
}
