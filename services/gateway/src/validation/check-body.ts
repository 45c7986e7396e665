import type Joi from 'joi';
import type { ValidationIssue, IssueBudget } from '@medley/contracts';
import { describeUnknownOption } from './describe-unknown-option';
import { fieldPath } from './field-path';
import { validationLimits } from './validation-limits';

/** What the rules of a schema need from the running service. */
export interface ValidationContext {
  /** Null when the URL may be requested, else the message of the issue. */
  checkUrl(url: string): string | null;
}

export interface ValidationResult<T> {
  /** Typed only as far as there are no issues. */
  value: T;
  issues: ValidationIssue[];
}

/**
 * Validate data without converting it, and collect all issues. Lists are validated until one more issue than can be
 * reported is found.
 */
export function checkBody<T>(
  schema: Joi.ObjectSchema<T>,
  body: unknown,
  context?: ValidationContext,
): ValidationResult<T> {
  const issueBudget: IssueBudget = { left: validationLimits.issuesMax + 1 };
  const { error, value } = schema.validate(body, {
    abortEarly: false,
    convert: false,
    errors: { label: false, escapeHtml: false, wrap: { label: false } },
    context: { ...context, issueBudget },
  });
  const issues = (error?.details ?? []).map((detail) => ({
    field: fieldPath(detail.path),
    message: describeUnknownOption(detail, body) ?? detail.message,
  }));
  return { value: value as T, issues };
}
