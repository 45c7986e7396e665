import type Joi from 'joi';
import type { Fault } from '@medley/contracts';

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

/** Check data by a schema: nothing is converted, every fault is told, by the path of its field. */
export function checkBody<T>(schema: Joi.ObjectSchema<T>, body: unknown, context?: RuleContext): Checked<T> {
  const { error, value } = schema.validate(body, {
    abortEarly: false,
    convert: false,
    errors: { label: false, escapeHtml: false, wrap: { label: false } },
    ...(context && { context }),
  });
  const faults = (error?.details ?? []).map(({ path, message }) => ({ field: fieldPath(path), message }));
  return { value: value as T, faults };
}

/** `['steps', 1, 'depends_on', 0]` → `steps[1].depends_on[0]`. */
function fieldPath(path: readonly (string | number)[]): string {
  if (path.length === 0) return 'body';
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('');
}
