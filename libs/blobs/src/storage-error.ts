import { AppError, errorCodeOf } from '@medley/kit';

const fullCodes: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EMFILE', 'ENFILE']);
const absentCodes: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR']);

export function storageFull(cause?: unknown): AppError {
  return new AppError('STORAGE_FULL', 'no space is left for the files of this step', { cause });
}

export function storageUnavailable(cause?: unknown): AppError {
  return new AppError('STORAGE_UNAVAILABLE', 'the blob store does not answer', { cause });
}

export function blobNotFound(cause?: unknown): AppError {
  return new AppError('INPUT_EXPIRED', 'the input of the step is gone', { cause });
}

/** Maps an error of the file system to STORAGE_FULL or STORAGE_UNAVAILABLE. */
export function fromFileError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const code = errorCodeOf(thrown);
  if (fullCodes.has(code)) return storageFull(thrown);
  return storageUnavailable(thrown);
}

export function isAbsent(thrown: unknown): boolean {
  return absentCodes.has(errorCodeOf(thrown));
}
