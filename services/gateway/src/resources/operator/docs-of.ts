import type { ApiErrorCode, JsonSchema } from '@medley/contracts';
import type { RouteDocs, RouteExample, SuccessDocs } from '../../route-docs/route-docs';
import * as schema from '../../route-docs/schema-builders';

interface Facts extends Partial<Pick<RouteDocs, 'description' | 'body' | 'query' | 'headers'>> {
  id: string;
  summary: string;
  status?: SuccessDocs['status'];
  data: JsonSchema;
  errors?: readonly ApiErrorCode[];
  /** `data` of the example, with the body of its request if it has one. */
  example: unknown;
  request?: object;
}

/** The documentation of a route for the operator, with one example. */
export function docsOf({ status = 200, data, example, request, errors = [], ...rest }: Facts): RouteDocs {
  const shown: RouteExample = {
    ...{ name: 'example', summary: rest.summary, response: { data: example } },
    ...(request && { body: request }),
  };
  const success = {
    ...{ status, description: 'What the request asked for.', data },
    ...(status === 201 && { headers: ['Location'] as const }),
  };
  return { tag: 'Operator', ...rest, success, errors, examples: [shown] };
}

/** All items, without pages. */
export function listOf(name: string): JsonSchema {
  return schema.recordOf<{ items: unknown }>({ items: schema.listOf(schema.refTo(name)) });
}
