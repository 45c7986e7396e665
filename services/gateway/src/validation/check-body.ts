import type Joi from 'joi';
import type { Fault, FaultBudget } from '@medley/contracts';
import { fieldPath } from './field-path';
import { validationLimits } from './validation-limits';

/** What a field's rule may ask of the running service. */
export interface RuleContext {
  /** Null when a link may be tried, else what is wrong with it. */
  refuseUrl(url: string): string | null;
}

export interface Checked<T> {
  /** Only to be trusted where no fault lies. */
  value: T;
  faults: Fault[];
}

/**
 * Check data by a schema: nothing is converted, every fault is told, by the path of its field. When there are more than
 * can be told, the rest of the lists is not looked at.
 */
export function checkBody<T>(schema: Joi.ObjectSchema<T>, body: unknown, context?: RuleContext): Checked<T> {
  const faultBudget: FaultBudget = { left: validationLimits.faultsMax + 1 };
  const { error, value } = schema.validate(body, {
    abortEarly: false,
    convert: false,
    errors: { label: false, escapeHtml: false, wrap: { label: false } },
    context: { ...context, faultBudget },
  });
  const faults = (error?.details ?? []).map(({ path, message }) => ({ field: fieldPath(path), message }));
  return { value: value as T, faults };
}
