import express, { type Express, type RequestHandler } from 'express';
import { AppError, type Logger } from '@medley/kit';
import { openRecord } from '../callers/request-record';
import type { ClientAddresses } from '../traffic/client-addresses';
import { allowOrigins } from './allow-origins';
import { compressJson } from './compress-json';
import type { RenderedResponse } from './response';
import { logAccess } from './access-log';
import { respondToFailure } from './respond-to-failure';
import { traceRequest } from './trace-request';
import { API_PREFIX, type Method, type RootRoute, type Route } from './route';
import type { Endpoint } from './endpoint';
import type { OperatorGuard } from '../callers/operator-key';
import type { OperatorRoute } from './operator-route';
import { serveOperatorRoute } from './serve-operator-route';
import { serveEndpoint, serveRoute, type RequestGuards } from './serve-route';
import type { RequestMetrics } from './request-metrics';
import { requestLimits } from './http-limits';
import { checkQuerySize } from './parse-query';

export interface AppDependencies {
  routes: readonly Route[];
  /** Routes outside the API, with keys of the API. */
  rootRoutes: readonly RootRoute[];
  /** Gives the error response for a path. */
  renderFailure(path: string, error: unknown): RenderedResponse;
  /** Handled by libraries. */
  endpoints: readonly Endpoint[];
  /** The routes for the operator; null: they do not exist. */
  operator: { routes: readonly OperatorRoute[]; guard: OperatorGuard } | null;
  /** Mounts the routes that need no API key: files, health, metrics. */
  mountPublic(app: Express): void;
  guards: RequestGuards;
  metrics: RequestMetrics;
  addresses: ClientAddresses;
  /** Origins whose pages may use the API; none: no CORS. */
  origins: readonly string[];
  logger: Logger;
}

/** Create the Express application with all routes, the handlers for unknown paths and methods, and the error handler. */
export function createApp(deps: AppDependencies): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  // The routes parse the query themselves.
  app.set('query parser', false);
  app.use(prepareRequest(deps));
  const crossOrigin = allowOrigins(deps.origins);
  if (crossOrigin) app.use(crossOrigin);
  for (const endpoint of deps.endpoints)
    app.all([...endpoint.paths], (request, response) =>
      serveEndpoint(endpoint, deps.guards, { request, response }),
    );
  mountRoutes(app, deps, { prefix: API_PREFIX, routes: deps.routes });
  mountRoutes(app, deps, { prefix: '', routes: deps.rootRoutes });
  if (deps.operator) mountOperator(app, deps, deps.operator);
  // The routes above compress their responses themselves.
  app.use(compressJson);
  deps.mountPublic(app);
  app.use(notFound(deps));
  app.use(respondToFailure(deps));
  return app;
}

function prepareRequest({ metrics, addresses, guards, logger }: AppDependencies): RequestHandler {
  return (request, response, next) => {
    // Every resource held by a request adds a `close` listener.
    response.setMaxListeners(0);
    const record = openRecord(request, response);
    response.setHeader('X-Request-Id', record.id);
    logAccess(logger, record, { request, response });
    metrics.observe(request, response);
    const { headersMax } = requestLimits;
    if (request.rawHeaders.length / 2 > headersMax) {
      throw new AppError('VALIDATION_ERROR', `A request must not have more than ${headersMax} headers.`);
    }
    checkQuerySize(request.url);
    const client = addresses.clientOf(request);
    if (client !== null) guards.admission.admitClient(client, response);
    traceRequest(record, { request, response }, next);
  };
}

function mountRoutes(
  app: Express,
  deps: AppDependencies,
  { prefix, routes: all }: { prefix: string; routes: readonly RootRoute[] },
): void {
  for (const path of new Set(all.map((route) => route.path))) {
    const routes = all.filter((route) => route.path === path);
    const mounted = app.route(prefix + path);
    for (const route of routes) mounted[route.method](handleRoute(route, deps));
    mounted.all(wrongMethod(deps.guards, allowHeader(routes)));
  }
}

function mountOperator(
  app: Express,
  { guards: { admission }, logger }: AppDependencies,
  { routes: all, guard }: NonNullable<AppDependencies['operator']>,
): void {
  for (const path of new Set(all.map((route) => route.path))) {
    const routes = all.filter((route) => route.path === path);
    const mounted = app.route(API_PREFIX + path);
    for (const route of routes)
      mounted[route.method]((request, response) =>
        serveOperatorRoute(route, { guard, admission, logger }, { request, response }),
      );
    mounted.all((request, response) => {
      guard.authenticate(request, response);
      throw methodNotAllowed(allowHeader(routes));
    });
  }
}

function handleRoute(route: RootRoute, deps: AppDependencies): RequestHandler {
  return async (request, response) => {
    try {
      await serveRoute(route, deps.guards, { request, response });
    } catch (error) {
      const isUnlisted =
        error instanceof AppError && error.code === 'UPSTREAM_ERROR' && !route.listsUpstreamError;
      if (!isUnlisted) throw error;
      throw new AppError('INTERNAL_ERROR', 'Internal error. Try again.', { cause: error });
    }
  };
}

/** Express handles HEAD with the GET handler. */
function allowHeader(routes: readonly { method: Method }[]): string {
  const methods = routes.map(({ method }) => method.toUpperCase());
  return (methods.includes('GET') ? [...methods, 'HEAD'] : methods).join(', ');
}

function wrongMethod(guards: RequestGuards, allow: string): RequestHandler {
  return async (request, response) => {
    await countIfAuthenticated(guards, { request, response });
    throw methodNotAllowed(allow);
  };
}

function methodNotAllowed(allow: string): AppError {
  return new AppError('METHOD_NOT_ALLOWED', `Use one of ${allow} here.`, { details: { allow } });
}

function notFound({ guards, routes }: AppDependencies): RequestHandler {
  const names = new Set(routes.map(({ path }) => path.split('/', 2)[1] ?? ''));
  return async (request, response) => {
    await countIfAuthenticated(guards, { request, response });
    throw new AppError('NOT_FOUND', noSuchResource(request.path, names));
  };
}

/** Without the prefix, a path of the API is a common slip; `names` are the first parts of the paths of the API. */
function noSuchResource(path: string, names: ReadonlySet<string>): string {
  const [, first = ''] = path.split('/', 2);
  const hint = names.has(first)
    ? ` All paths of the API begin with ${API_PREFIX}: ${API_PREFIX}/${first}`
    : '';
  return `There is no such resource.${hint}`;
}

/** Unknown paths and methods need no key, but a request with a valid key counts against its rate limit. */
async function countIfAuthenticated(
  guards: RequestGuards,
  { request, response }: { request: Parameters<RequestHandler>[0]; response: Parameters<RequestHandler>[1] },
): Promise<void> {
  if (request.headers.authorization === undefined) return;
  try {
    await guards.rateLimiter.count(await guards.authentication.authenticate(request, response), response);
  } catch (error) {
    if (error instanceof AppError && error.code !== 'RATE_LIMIT_EXCEEDED') return;
    throw error;
  }
}
