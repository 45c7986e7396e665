import { AppError } from '@medley/kit';

/** The refusal of media that lasts longer than allowed. */
export function tooLong(secondsLimit: number): AppError {
  return new AppError('MEDIA_TOO_LONG', `the media lasts longer than ${secondsLimit} s`);
}
