import type { ApiErrorCode, JsonSchema } from '@medley/contracts';
import type { Route } from '../http/route';
import { describeOperation } from './describe-operation';
import { exampleComponents, headerComponents } from './describe-responses';
import { describeWebhooks } from './describe-webhooks';
import { errorCodesOf } from './error-codes-of';
import { introduction } from './introduction';
import type { ResponseHeader } from './headers';
import { tags, type RouteDocs } from './route-docs';
import { answerSchemas } from './schemas/answer-schemas';
import { eventSchemas } from './schemas/event-schemas';
import { outputSchemas } from './schemas/output-schemas';
import { taskSchemas } from './schemas/task-schemas';

/** A path that needs no key and lies beside the interface. */
export interface PublicRouteDocs {
  path: string;
  methods: readonly ('get' | 'head')[];
  docs: RouteDocs;
}

type RouteRow = Omit<Route, 'handle'>;

const limited: readonly ResponseHeader[] = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];

/** The OpenAPI 3.1 document of these routes. `apiUrl` and `rootUrl` are where clients reach them. */
export function buildDocument(
  routes: readonly RouteRow[],
  publicRoutes: readonly PublicRouteDocs[],
  { apiUrl, rootUrl }: { apiUrl: string; rootUrl: string },
): JsonSchema {
  const schemas: Record<string, JsonSchema> = {
    ...taskSchemas,
    ...outputSchemas,
    ...answerSchemas,
    ...eventSchemas,
  };
  const paths: Record<string, JsonSchema> = {};
  for (const route of routes) {
    const source = { ...route, codes: errorCodesOf(route), everywhere: limited };
    const path = (paths[templateOf(route.path)] ??= {});
    path[route.method] = describeOperation(source, schemas);
  }
  for (const route of publicRoutes) {
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
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ apiKey: [] }],
    paths,
    webhooks: describeWebhooks(),
    components: {
      schemas,
      headers: headerComponents,
      examples: exampleComponents,
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'Your API key: `sk-` and 43 characters.' },
      },
    },
  };
}

function describePublicRoute(
  { path, methods, docs }: PublicRouteDocs,
  { rootUrl, schemas }: { rootUrl: string; schemas: Record<string, JsonSchema> },
): JsonSchema {
  const codes: ApiErrorCode[] = [...(docs.errors ?? []), 'INTERNAL_ERROR'];
  const operation = describeOperation({ path, docs, codes, everywhere: ['X-Request-Id'] }, schemas);
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
