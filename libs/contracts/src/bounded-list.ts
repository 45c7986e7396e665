import Joi from 'joi';

/** Maximum number of issues still to report; shared by all lists of one validation, in its context as `issueBudget`. */
export interface IssueBudget {
  left: number;
}

interface BoundedArray extends Joi.ArraySchema {
  /** Part of Joi's API but missing in its type definitions. */
  clone(): BoundedArray;
  each(item: Joi.Schema): Joi.ArraySchema;
}

/** What Joi's own validation of a nested schema returns. */
interface NestedResult {
  value: unknown;
  errors: Joi.ErrorReport[] | null;
}

/**
 * Joi validates every item of an array and keeps every issue. This extension checks the length first, and the items only until
 * the issue budget is spent. (An issue of the base type ends a validation; an issue of a rule does not.)
 */
const bounded = Joi.extend((joi: Joi.Root) => ({
  type: 'array',
  base: joi.array(),
  messages: { 'array.max': '{{#label}} must have at most {{#limit}} items' },
  rules: {
    each: {
      method(this: BoundedArray, item: Joi.Schema): Joi.ArraySchema {
        const list = this.clone();
        (list.$_terms['items'] as Joi.Schema[]).push(item);
        return list;
      },
    },
  },
  validate(value: readonly unknown[], helpers: Joi.CustomHelpers): Joi.CoerceResult {
    const limit = helpers.schema.$_getRule('max')?.args?.['limit'] as number;
    if (value.length > limit) return { value, errors: [helpers.error('array.max', { limit, value })] };
    return checkItems(value, helpers);
  },
})) as { array(): BoundedArray };

function checkItems(items: readonly unknown[], helpers: Joi.CustomHelpers): Joi.CoerceResult {
  const { schema, state, prefs } = helpers;
  const [item] = schema.$_terms['items'] as [Joi.Schema];
  const budget = (prefs.context as { issueBudget?: IssueBudget } | undefined)?.issueBudget ?? {
    left: Infinity,
  };
  const ancestors = [items, ...((state.ancestors ?? []) as unknown[])];
  const errors: Joi.ErrorReport[] = [];
  const value: unknown[] = [];
  for (let index = 0; index < items.length && budget.left > 0; index += 1) {
    const before = budget.left;
    const place = state.localize?.([...(state.path ?? []), index], ancestors, item) ?? state;
    const result = item.$_validate(items[index], place, prefs) as unknown as NestedResult;
    value.push(result.value);
    if (!result.errors) continue;
    errors.push(...result.errors);
    // Nested lists have reduced the budget already; it is recomputed from the errors so that none counts twice.
    budget.left = before - result.errors.length;
  }
  return { value, errors };
}

/** An array of at most `max` items; a longer one is refused before any item is validated. */
export function listOf(item: Joi.Schema, max: number): Joi.ArraySchema {
  return bounded.array().max(max).each(item);
}
