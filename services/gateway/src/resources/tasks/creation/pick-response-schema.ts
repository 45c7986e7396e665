import { isDeepStrictEqual } from 'node:util';
import type { ValidationIssue } from '@medley/contracts';

interface SchemaFields {
  response_schema?: Record<string, unknown>;
  responseSchema?: Record<string, unknown>;
}

/** Read `response_schema` or its alias `responseSchema`; different values are an issue of both. */
export function pickResponseSchema(body: SchemaFields): {
  schema: Record<string, unknown> | null;
  field: 'response_schema' | 'responseSchema';
  issues: ValidationIssue[];
} {
  const { response_schema: own, responseSchema: alias } = body;
  const differ = own !== undefined && alias !== undefined && !isDeepStrictEqual(own, alias);
  const issues = differ
    ? (['response_schema', 'responseSchema'] as const).map((field) => ({
        field,
        message: 'response_schema and responseSchema differ: send one',
      }))
    : [];
  return { schema: own ?? alias ?? null, field: own ? 'response_schema' : 'responseSchema', issues };
}
