import { isDeepStrictEqual } from 'node:util';
import type { Fault } from '@medley/contracts';

interface SchemaSpellings {
  response_schema?: Record<string, unknown>;
  responseSchema?: Record<string, unknown>;
}

/** Both spellings are taken everywhere; two that differ are a fault of both. */
export function pickResponseSchema(body: SchemaSpellings): {
  schema: Record<string, unknown> | null;
  field: 'response_schema' | 'responseSchema';
  faults: Fault[];
} {
  const { response_schema: snake, responseSchema: camel } = body;
  const differ = snake !== undefined && camel !== undefined && !isDeepStrictEqual(snake, camel);
  const faults = differ
    ? (['response_schema', 'responseSchema'] as const).map((field) => ({
        field,
        message: 'response_schema and responseSchema differ: send one',
      }))
    : [];
  return { schema: snake ?? camel ?? null, field: snake ? 'response_schema' : 'responseSchema', faults };
}
