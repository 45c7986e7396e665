import type { JsonSchema } from '@medley/contracts';

/** An object schema for the fields of `T`; a missing or unknown field does not compile. */
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

/** The schema, or null. */
export function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema;
  return typeof type === 'string'
    ? {
        ...schema,
        type: [type, 'null'],
        ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
      }
    : { oneOf: [schema, { type: 'null' }] };
}

/** A page of a listing, whose items are a component. */
export function pageOf(name: string): JsonSchema {
  return recordOf<{ items: unknown; pagination: unknown }>({
    items: listOf(refTo(name)),
    pagination: refTo('Pagination'),
  });
}

/** A page that names where the next one begins. */
export function cursorPageOf(name: string): JsonSchema {
  return recordOf<{ items: unknown; pagination: unknown }>({
    items: listOf(refTo(name)),
    pagination: refTo('CursorPagination'),
  });
}

/** A reference to a component of the document. */
export function refTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

export function choiceOf(values: readonly string[], description?: string): JsonSchema {
  return { type: 'string', enum: values, ...(description && { description }) };
}

export function describedText(description: string): JsonSchema {
  return { type: 'string', description };
}

export function describedNumber(description: string): JsonSchema {
  return { type: 'number', description };
}

export const text: JsonSchema = { type: 'string' };
export const integer: JsonSchema = { type: 'integer' };
export const number: JsonSchema = { type: 'number' };
export const boolean: JsonSchema = { type: 'boolean' };
export const uuid: JsonSchema = { type: 'string', format: 'uuid' };
/** ISO 8601 in UTC with milliseconds. */
export const timestamp: JsonSchema = { type: 'string', format: 'date-time' };
export const count: JsonSchema = { type: 'integer', minimum: 0 };
export const seconds: JsonSchema = { type: 'number', minimum: 0, description: 'Seconds.' };
export const bytes: JsonSchema = { type: 'integer', minimum: 0, description: 'Bytes.' };
