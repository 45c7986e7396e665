import { AppError } from '@medley/kit';
import { validationError } from '../../validation/validation-error';

/** The connection is closed, as the rest of the body is not read. */
const close = { close: true };

export function fileTooLarge(bytesMax: number): AppError {
  return new AppError('MEDIA_TOO_LARGE', `A file must not be larger than ${bytesMax} bytes.`, {
    details: close,
  });
}

export function overStorageLimit(limit: number): AppError {
  const message = `Your tariff allows ${limit} bytes to be stored. Delete uploads and tasks, or wait until they expire.`;
  return new AppError('STORAGE_LIMIT', message, { details: close });
}

/** The code is also one of steps; only here it is a response of its own. */
export function cannotStore(cause: unknown): AppError {
  return new AppError('STORAGE_UNAVAILABLE', 'The file cannot be stored now. Try again later.', {
    cause,
    details: { ...close, isResponse: true },
  });
}

export function invalidFile(message: string): AppError {
  return validationError([{ field: 'file', message }], close);
}

export function noSuchUpload(): AppError {
  return new AppError('NOT_FOUND', 'There is no such upload.');
}
