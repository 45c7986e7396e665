import type { Fault } from '@medley/contracts';
import { AppError } from '@medley/kit';
import { validationLimits } from './validation-limits';

/** The VALIDATION_ERROR that tells these faults, up to 50 of them. */
export function invalid(faults: readonly Fault[], details: Record<string, unknown> = {}): AppError {
  const errors = faults.slice(0, validationLimits.faultsMax).map(shorten);
  const [first] = errors;
  const message = first
    ? `${first.field} ${first.message}${moreThanOne(faults)}`
    : 'The request is not valid.';
  return new AppError('VALIDATION_ERROR', message, { details: { ...details, errors } });
}

/** How many there are beside the first; a validation that stopped does not know. */
function moreThanOne({ length }: readonly Fault[]): string {
  const { faultsMax } = validationLimits;
  if (length <= 1) return '';
  if (length <= faultsMax) return ` (and ${length - 1} more)`;
  return ` (and ${faultsMax} or more others; the first ${faultsMax} are told)`;
}

/** The name of an unknown field is the client's and may be as long as the body. */
function shorten(fault: Fault): Fault {
  const { fieldMax } = validationLimits;
  return fault.field.length <= fieldMax ? fault : { ...fault, field: `${fault.field.slice(0, fieldMax)}…` };
}

/** @throws AppError VALIDATION_ERROR when there is any fault */
export function refuseFaults(faults: readonly Fault[]): void {
  if (faults.length > 0) throw invalid(faults);
}
