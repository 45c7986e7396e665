import type { StepError } from '@medley/contracts';
import { AppError } from './app-error';

/** Messages of foreign errors may contain paths, addresses or personal data: they are logged, never shown to users. */
const UNKNOWN_MESSAGE = 'the step failed unexpectedly';

/** Convert a thrown value into the step error that is sent in messages and shown to users. */
export function toFailure(thrown: unknown): StepError {
  if (thrown instanceof AppError) {
    return { code: thrown.code, message: thrown.message, retryable: thrown.retryable };
  }
  if (isOutOfSpace(thrown)) {
    return { code: 'STORAGE_FULL', message: 'no space is left for the files of this step', retryable: true };
  }
  return { code: 'STEP_CRASHED', message: UNKNOWN_MESSAGE, retryable: true };
}

function isOutOfSpace(thrown: unknown): boolean {
  const code = errorCodeOf(thrown);
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EMFILE' || code === 'ENFILE';
}

/** The `code` of a system or library error (`ECONNREFUSED`, `ENOENT`, …), if it has one. */
export function errorCodeOf(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}

/** The message of a thrown value, for logs. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
