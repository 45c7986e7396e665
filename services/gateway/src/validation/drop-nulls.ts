import type { JsonObject } from '../http/parse-body';

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
  return Array.isArray(own['steps']) ? { ...own, steps: own['steps'].map(dropStepNulls) } : own;
}

function dropStepNulls(step: unknown): unknown {
  if (!isObject(step)) return step;
  const own = withoutNulls(step);
  return isObject(own['options']) ? { ...own, options: withoutNulls(own['options']) } : own;
}
