import type { Fault } from '@medley/contracts';
import { AppError } from '@medley/kit';

/** So many faults help nobody further, and the answer stays small. */
const FAULTS_SHOWN = 100;

/** The VALIDATION_ERROR that tells all of these faults. */
export function invalid(faults: readonly Fault[], details: Record<string, unknown> = {}): AppError {
  const [first] = faults;
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  const message = first ? `${first.field} ${first.message}${more}` : 'The request is not valid.';
  return new AppError('VALIDATION_ERROR', message, {
    details: { ...details, errors: faults.slice(0, FAULTS_SHOWN) },
  });
}

/** @throws AppError VALIDATION_ERROR when there is any fault */
export function refuseFaults(faults: readonly Fault[]): void {
  if (faults.length > 0) throw invalid(faults);
}
