import type { ValidationIssue } from '@medley/contracts';
import { AppError } from '@medley/kit';
import { validationLimits } from './validation-limits';

/** A VALIDATION_ERROR that lists the first 50 issues. */
export function validationError(
  issues: readonly ValidationIssue[],
  details: Record<string, unknown> = {},
): AppError {
  const errors = issues.slice(0, validationLimits.issuesMax).map(truncateField);
  const [first] = errors;
  const message = first
    ? `${first.field} ${first.message}${describeOthers(issues)}`
    : 'The request is not valid.';
  return new AppError('VALIDATION_ERROR', message, { details: { ...details, errors } });
}

/** Number of further issues in words; unknown when validation stopped at the maximum. */
function describeOthers({ length }: readonly ValidationIssue[]): string {
  const { issuesMax } = validationLimits;
  if (length <= 1) return '';
  if (length <= issuesMax) return ` (and ${length - 1} more)`;
  return ` (and ${issuesMax} or more others; the first ${issuesMax} are listed)`;
}

/** The path contains names from the request, which may be as long as the body. */
function truncateField(issue: ValidationIssue): ValidationIssue {
  const { fieldMax } = validationLimits;
  return issue.field.length <= fieldMax ? issue : { ...issue, field: `${issue.field.slice(0, fieldMax)}…` };
}

/** @throws AppError VALIDATION_ERROR when there are issues */
export function throwIfInvalid(issues: readonly ValidationIssue[]): void {
  if (issues.length > 0) throw validationError(issues);
}
