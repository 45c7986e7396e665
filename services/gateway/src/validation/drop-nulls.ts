import { STEPS_MAX } from '@medley/contracts';
import type { JsonObject } from '../http/parse-body';
import { validationLimits } from './validation-limits';

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withoutNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

/**
 * A body whose optional fields sent as null are as if not sent: its own, those of its steps and of their options.
 * Schemas and metadata of the user are not looked into.
 */
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

/** Of too many options the first are enough to see the fault: every unknown one costs as much as a known one. */
function firstOptions(options: JsonObject): JsonObject {
  const present = Object.entries(options).filter(([, value]) => value !== null);
  return Object.fromEntries(present.slice(0, validationLimits.optionsMax));
}
