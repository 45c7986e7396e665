import { jsonSchemaOf, type ApiErrorCode, type JsonSchema } from '@medley/contracts';
import { describeResponses, namedExamples } from './describe-responses';
import { requestHeaders, type RequestHeader, type ResponseHeader } from '../route-docs/headers';
import type { RouteDocs } from '../route-docs/route-docs';

type Components = Record<string, JsonSchema>;

export interface OperationSource {
  /** Express path: `/tasks/:taskId`. */
  path: string;
  docs: RouteDocs;
  codes: readonly ApiErrorCode[];
  /** Headers of every response. */
  commonHeaders: readonly ResponseHeader[];
}

/** Describe one operation; schemas of its request are added to `components`. */
export function describeOperation(
  { path, docs, codes, commonHeaders }: OperationSource,
  components: Components,
): JsonSchema {
  const { id, tag, summary, description, body, headers = [] } = docs;
  const parameters = [
    ...pathParameters(path),
    ...queryParameters(docs, components),
    ...([...headers, 'X-Request-Id'] as const).map(headerParameter),
  ];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description && { description }),
    parameters,
    ...(body && { requestBody: describeBody(docs, components) }),
    ...(docs.file && { requestBody: fileBody }),
    responses: describeResponses(docs, codes, commonHeaders),
  };
}

const pathDescriptions: Readonly<Record<string, string>> = {
  taskId: 'Id of a task.',
  pipelineId: 'Id of a template.',
  deliveryId: 'Id of a delivery, see `GET /deliveries`.',
  uploadId: 'Id of an upload.',
  keyId: 'Id of an API key.',
  accountId: 'Id of an account.',
};

function pathParameters(path: string): JsonSchema[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const description = pathDescriptions[name];
    const schema = description ? { type: 'string', format: 'uuid' } : { type: 'string' };
    return { name, in: 'path', required: true, schema, ...(description && { description }) };
  });
}

function queryParameters({ query, examples }: RouteDocs, components: Components): JsonSchema[] {
  if (!query) return [];
  const properties = jsonSchemaOf(query, components)['properties'] as Record<string, JsonSchema>;
  return Object.entries(properties).map(([name, schema]) => {
    const shown = namedExamples(examples, (example) => example.query?.[name]);
    const isNumber = schema['type'] === 'integer';
    const values = Object.entries(shown as Record<string, { summary: string; value: unknown }>).map(
      ([key, { summary, value }]) => [key, { summary, value: isNumber ? Number(value) : value }] as const,
    );
    const style = schema['type'] === 'object' && { style: 'deepObject', explode: true };
    return {
      name,
      in: 'query',
      schema,
      ...style,
      ...(values.length > 0 && { examples: Object.fromEntries(values) }),
    };
  });
}

function headerParameter(name: RequestHeader): JsonSchema {
  const { description, schema, example } = requestHeaders[name];
  // The page fills in this header: a first try then shows a result instead of a pending task.
  return { name, in: 'header', description, schema, ...(name === 'Prefer' && { example }) };
}

const bytes: JsonSchema = { type: 'string', format: 'binary' };
const fileBody: JsonSchema = {
  required: true,
  content: {
    'application/octet-stream': { schema: bytes },
    'multipart/form-data': { schema: { type: 'object', required: ['file'], properties: { file: bytes } } },
  },
};

function describeBody({ body, examples }: RouteDocs, components: Components): JsonSchema {
  if (!body) return {};
  const { component } = (body.describe() as { metas?: { component?: string }[] }).metas?.[0] ?? {};
  const schema = jsonSchemaOf(body, components);
  if (component !== undefined) components[component] = schema;
  return {
    required: true,
    content: {
      'application/json': {
        schema: component === undefined ? schema : { $ref: `#/components/schemas/${component}` },
        examples: namedExamples(examples, (example) => example.body),
      },
    },
  };
}
