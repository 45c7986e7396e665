import { AppError } from '@medley/kit';

/** The longest allowed duration of media. */
export interface DurationLimit {
  seconds: number;
  /** Creates the error for longer media. */
  refusal: () => AppError;
}

/**
 * The lower of two limits: `allowedSeconds` of the operator (MEDIA_TOO_LONG) and `paidSeconds` of the reservation
 * (MEDIA_LENGTH_MISMATCH); null: there is no reservation.
 */
export function durationLimit(allowedSeconds: number, paidSeconds: number | null): DurationLimit {
  if (paidSeconds === null || paidSeconds >= allowedSeconds) {
    const message = `the media lasts longer than ${allowedSeconds} s`;
    return { seconds: allowedSeconds, refusal: () => new AppError('MEDIA_TOO_LONG', message) };
  }
  const message = `the media lasts longer than the ${Math.floor(paidSeconds)} s that were set aside for it`;
  return { seconds: paidSeconds, refusal: () => new AppError('MEDIA_LENGTH_MISMATCH', message) };
}
