import type { StepError } from '@medley/contracts';
import { AppError } from './app-error';

/** Text of errors we did not write may hold paths, addresses or personal data: it is logged, never shown. */
const UNKNOWN_MESSAGE = 'the step failed unexpectedly';

/** Normalise whatever was thrown into what crosses the wire and is shown to users. */
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

/** The words of whatever was thrown, for logs. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
