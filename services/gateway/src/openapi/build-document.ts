import type { ApiErrorCode, JsonSchema } from '@medley/contracts';
import type { PublicRoute } from '../http/public-route';
import type { Route } from '../http/route';
import { describeOperation } from './describe-operation';
import { exampleComponents, headerComponents } from './describe-responses';
import type { OperatorRoute } from '../http/operator-route';
import { errorCodesOf, errorCodesOfOperator } from './error-codes-of';
import { introduction } from './introduction';
import type { ResponseHeader } from '../route-docs/headers';
import { tags } from '../route-docs/route-docs';
import { sharedSchemas } from './shared-schemas';

/** What the document describes. */
export interface ApiDescription {
  routes: readonly Omit<Route, 'handle'>[];
  /** Routes for the operator; absent: there are none. */
  operatorRoutes?: readonly Omit<OperatorRoute, 'handle'>[];
  publicRoutes: readonly Omit<PublicRoute, 'handle' | 'mountPath'>[];
  /** Schemas of the responses, by component name. */
  schemas: Readonly<Record<string, JsonSchema>>;
  webhooks: JsonSchema;
  /** Paths of OpenAI's speech API. */
  speech?: Readonly<Record<string, JsonSchema>>;
}

const operatorKey = { type: 'http', scheme: 'bearer', description: 'The setting `OPERATOR_KEY`.' } as const;
const rateLimitedHeaders: readonly ResponseHeader[] = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];

/** The OpenAPI 3.1 document of an API. `apiUrl` and `rootUrl` are its public URLs. */
export function buildDocument(
  api: ApiDescription,
  { apiUrl, rootUrl }: { apiUrl: string; rootUrl: string },
): JsonSchema {
  const schemas: Record<string, JsonSchema> = { ...api.schemas, ...sharedSchemas };
  const paths: Record<string, JsonSchema> = {};
  for (const route of api.routes) {
    const source = { ...route, codes: errorCodesOf(route), commonHeaders: rateLimitedHeaders };
    const path = (paths[templateOf(route.path)] ??= {});
    path[route.method] = describeOperation(source, schemas);
  }
  for (const route of api.operatorRoutes ?? []) {
    const commonHeaders = ['X-Request-Id'] as const;
    const source = { ...route, codes: errorCodesOfOperator(route), commonHeaders };
    const path = (paths[templateOf(route.path)] ??= {});
    path[route.method] = { ...describeOperation(source, schemas), security: [{ operatorKey: [] }] };
  }
  for (const route of api.publicRoutes) {
    paths[templateOf(route.path)] = describePublicRoute(route, { rootUrl, schemas });
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Medley',
      version: '1.0.0',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: apiUrl }],
    tags: Object.entries(tags)
      .filter(([name]) => name !== 'Operator' || api.operatorRoutes !== undefined)
      .map(([name, description]) => ({ name, description })),
    security: [{ apiKey: [] }],
    paths: { ...paths, ...api.speech },
    webhooks: api.webhooks,
    components: {
      schemas,
      headers: headerComponents,
      examples: exampleComponents,
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'Your API key: `sk-` and 43 characters.' },
        ...(api.operatorRoutes && { operatorKey }),
      },
    },
  };
}

function describePublicRoute(
  { path, methods, docs }: ApiDescription['publicRoutes'][number],
  { rootUrl, schemas }: { rootUrl: string; schemas: Record<string, JsonSchema> },
): JsonSchema {
  const codes: ApiErrorCode[] = [...(docs.errors ?? []), 'INTERNAL_ERROR'];
  const operation = describeOperation({ path, docs, codes, commonHeaders: ['X-Request-Id'] }, schemas);
  const described = methods.map((method) => {
    const id = method === 'get' ? docs.id : docs.id.replace(/^get/, 'head');
    return [method, { ...operation, operationId: id, security: [] }] as const;
  });
  return { servers: [{ url: rootUrl }], ...Object.fromEntries(described) };
}

/** `/tasks/:taskId` → `/tasks/{taskId}` */
function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}
