import { AppError } from '@medley/kit';

/** How long media may last, and what is wrong with media that lasts longer. */
export interface DurationLimit {
  seconds: number;
  /** The refusal of longer media. */
  refusal: () => AppError;
}

/** The lower of what the operator allows and what is paid for; `paidSeconds` null: nobody said. */
export function durationLimit(allowedSeconds: number, paidSeconds: number | null): DurationLimit {
  if (paidSeconds === null || paidSeconds >= allowedSeconds) {
    const message = `the media lasts longer than ${allowedSeconds} s`;
    return { seconds: allowedSeconds, refusal: () => new AppError('MEDIA_TOO_LONG', message) };
  }
  const message = `the media lasts longer than the ${Math.floor(paidSeconds)} s that were set aside for it`;
  return { seconds: paidSeconds, refusal: () => new AppError('MEDIA_LENGTH_MISMATCH', message) };
}
