import type { JsonSchema } from '@medley/contracts';

/** The few words that answers are described with. */

/** An object whose fields are exactly those of a type, so that a new field without a description does not compile. */
export function recordOf<T>(
  properties: Record<keyof T & string, JsonSchema>,
  more: { optional?: readonly (keyof T & string)[]; description?: string } = {},
): JsonSchema {
  const { optional = [], description } = more;
  const required = (Object.keys(properties) as (keyof T & string)[]).filter((key) => !optional.includes(key));
  return { type: 'object', ...(description && { description }), properties, required };
}

export function listOf(items: JsonSchema, description?: string): JsonSchema {
  return { type: 'array', items, ...(description && { description }) };
}

/** The same, or null. */
export function orNull(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  return typeof type === 'string'
    ? { ...schema, type: [type, 'null'] }
    : { oneOf: [schema, { type: 'null' }] };
}

export function refTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

export function choiceOf(values: readonly string[], description?: string): JsonSchema {
  return { type: 'string', enum: values, ...(description && { description }) };
}

export function textThat(description: string): JsonSchema {
  return { type: 'string', description };
}

export function numberThat(description: string): JsonSchema {
  return { type: 'number', description };
}

export const text: JsonSchema = { type: 'string' };
export const integer: JsonSchema = { type: 'integer' };
export const number: JsonSchema = { type: 'number' };
export const boolean: JsonSchema = { type: 'boolean' };
export const uuid: JsonSchema = { type: 'string', format: 'uuid' };
/** ISO 8601 in UTC with milliseconds. */
export const timestamp: JsonSchema = { type: 'string', format: 'date-time' };
export const seconds: JsonSchema = { type: 'number', minimum: 0, description: 'Seconds.' };
export const bytes: JsonSchema = { type: 'integer', minimum: 0, description: 'Bytes.' };
