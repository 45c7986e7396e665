import type { Delivery, DeliveryAttempt } from '@medley/client/browser';

/** Whether the receiver has neither answered nor failed yet. */
export function isInProgress({ status_code, error }: DeliveryAttempt): boolean {
  return status_code === null && error === null;
}

/** Whether an attempt is under way or planned. */
export function isOpen({ status, next_attempt_at, attempts }: Delivery): boolean {
  const last = attempts.at(-1);
  return status === 'pending' || next_attempt_at !== null || (last !== undefined && isInProgress(last));
}

export function isGood(statusCode: number | null): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300;
}
