import { STATUS_CODES } from 'node:http';
import { apiErrorCodes, type ApiErrorCode, type JsonSchema } from '@medley/contracts';
import { httpStatuses } from '../http/error-response';
import { errorDocs } from './error-docs';
import { responseHeaders, type ResponseHeader } from '../route-docs/headers';
import type { RouteDocs, RouteExample } from '../route-docs/route-docs';
import { refTo } from '../route-docs/schema-builders';

type Responses = Record<string, JsonSchema>;

/** The responses of a route: success, then one for each error status with an example for each code. */
export function describeResponses(
  docs: RouteDocs,
  codes: readonly ApiErrorCode[],
  commonHeaders: readonly ResponseHeader[],
): Responses {
  const { success, examples } = docs;
  const described: Responses = {
    [success.status]: {
      description: success.description,
      headers: headerRefs([...commonHeaders, ...(success.headers ?? [])]),
      content: contentOf(docs, examples),
    },
  };
  const statuses = [...new Set(codes.map((code) => httpStatuses[code]))].sort((a, b) => a - b);
  for (const status of statuses) {
    const own = codes.filter((code) => httpStatuses[code] === status);
    described[status] = describeFailure(status, own, commonHeaders);
  }
  return described;
}

function contentOf(docs: RouteDocs, examples: readonly RouteExample[]): JsonSchema {
  const { success } = docs;
  const content: JsonSchema = {};
  if (success.data) {
    const properties = {
      success: { const: true },
      data: success.data,
      ...(docs.body && creates(docs) && { warnings: refTo('Warnings') }),
    };
    content['application/json'] = {
      schema: { type: 'object', properties, required: ['success', 'data'] },
      examples: namedExamples(examples, ({ response }) =>
        'data' in response ? { success: true, data: response.data } : undefined,
      ),
    };
  }
  for (const [type, schema] of Object.entries(success.types ?? {})) {
    content[type] = {
      schema,
      examples: namedExamples(examples, ({ response }) =>
        'text' in response && response.type.startsWith(type) ? readText(response) : undefined,
      ),
    };
  }
  return content;
}

/** Only what creates something names the unknown fields of its body. */
function creates({ headers }: RouteDocs): boolean {
  return headers?.includes('Prefer') ?? false;
}

function readText({ type, text }: { type: string; text: string }): unknown {
  return type === 'application/json' ? (JSON.parse(text) as unknown) : text;
}

/** The examples for which `valueOf` returns a value, by name. */
export function namedExamples(
  examples: readonly RouteExample[],
  valueOf: (example: RouteExample) => unknown,
): JsonSchema {
  const entries = examples.flatMap((example) => {
    const value = valueOf(example);
    return value === undefined ? [] : [[example.name, { summary: example.summary, value }] as const];
  });
  return Object.fromEntries(entries);
}

function describeFailure(
  status: number,
  codes: readonly ApiErrorCode[],
  commonHeaders: readonly ResponseHeader[],
): JsonSchema {
  const own: ResponseHeader[] = status === 429 || status === 502 ? ['Retry-After'] : [];
  if (status === 401) own.push('WWW-Authenticate');
  const meanings = codes.map((code) => `- \`${code}\`: ${errorDocs[code].meaning}`);
  return {
    description: `${STATUS_CODES[status]}\n\n${meanings.join('\n')}`,
    headers: headerRefs([...commonHeaders, ...own]),
    content: {
      'application/json': {
        schema: errorSchema(codes),
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

/** Schema of the error envelope, restricted to these codes. */
function errorSchema(codes: readonly ApiErrorCode[]): JsonSchema {
  const error = { properties: { code: { enum: codes } } };
  return { allOf: [refTo('Error'), { type: 'object', properties: { error } }] };
}

function failureExample(code: ApiErrorCode): JsonSchema {
  const { meaning, message } = errorDocs[code];
  const [field = '', ...words] = message.split(' ');
  const errors = code === 'VALIDATION_ERROR' ? [{ field, message: words.join(' ') }] : undefined;
  return { summary: meaning, value: { success: false, error: { code, message }, ...(errors && { errors }) } };
}

/** `components.examples` of the document: a response for each code. */
export const exampleComponents: JsonSchema = Object.fromEntries(
  apiErrorCodes.map((code) => [code, failureExample(code)]),
);

function headerRefs(names: readonly ResponseHeader[]): JsonSchema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** `components.headers` of the document. */
export const headerComponents: JsonSchema = { ...responseHeaders };
