import { STEPS_MAX } from '@medley/contracts';
import type { JsonObject } from './json-object';
import { validationLimits } from './validation-limits';

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withoutNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

/** Remove fields that are null (they count as not sent) from the body, its steps and their options; nothing deeper. */
export function dropNulls(body: JsonObject): JsonObject {
  const own = withoutNulls(body);
  const steps = own['steps'];
  return Array.isArray(steps) && steps.length <= STEPS_MAX
    ? { ...own, steps: steps.map(dropStepNulls) }
    : own;
}

function dropStepNulls(step: unknown): unknown {
  if (!isObject(step)) return step;
  const own = withoutNulls(step);
  return isObject(own['options']) ? { ...own, options: firstOptions(own['options']) } : own;
}

/** Truncated: no step has so many options, so that the first ones already contain an unknown one, and each is validated. */
function firstOptions(options: JsonObject): JsonObject {
  const present = Object.entries(options).filter(([, value]) => value !== null);
  return Object.fromEntries(present.slice(0, validationLimits.optionsMax));
}
