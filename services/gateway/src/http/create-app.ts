import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { AppError, messageOf, type Logger } from '@medley/kit';
import type { ClientAddresses } from '../traffic/client-addresses';
import { sendAnswer } from './answer';
import { ClientGone } from './client-gone';
import { renderError } from './error-answer';
import { API_PREFIX, type Method, type Route } from './route';
import { requestIdOf } from './request-id';
import { serveRoute, type Doors } from './serve-route';
import type { RequestMetrics } from './request-metrics';
import { requestLimits } from './http-limits';
import { checkQuerySize } from './parse-query';

export interface AppParts {
  routes: readonly Route[];
  /** Mounts what needs no key: files, health, metrics. */
  mountOpen(app: Express): void;
  doors: Doors;
  metrics: RequestMetrics;
  addresses: ClientAddresses;
  logger: Logger;
}

/** The whole HTTP interface over an Express application: every path, every method, every failure gets its answer. */
export function createApp(parts: AppParts): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  // The routes read their query themselves.
  app.set('query parser', false);
  app.use(greet(parts));
  parts.mountOpen(app);
  mountRoutes(app, parts);
  app.use(notFound(parts.doors));
  app.use(answerFailure(parts.logger));
  return app;
}

function greet({ metrics, addresses, doors }: AppParts): RequestHandler {
  return (request, response, next) => {
    // Everything that a request holds listens for its end.
    response.setMaxListeners(0);
    response.setHeader('X-Request-Id', requestIdOf(request.headers['x-request-id']));
    metrics.observe(request, response);
    const { headersMax } = requestLimits;
    if (request.rawHeaders.length / 2 > headersMax) {
      throw new AppError('VALIDATION_ERROR', `A request must not have more than ${headersMax} headers.`);
    }
    checkQuerySize(request.url);
    const client = addresses.clientOf(request);
    if (client !== null) doors.traffic.enterFrom(client, response);
    next();
  };
}

function mountRoutes(app: Express, parts: AppParts): void {
  for (const path of new Set(parts.routes.map((route) => route.path))) {
    const routes = parts.routes.filter((route) => route.path === path);
    const mounted = app.route(API_PREFIX + path);
    for (const route of routes) mounted[route.method](handleRoute(route, parts));
    mounted.all(wrongMethod(parts.doors, allowOf(routes)));
  }
}

function handleRoute(route: Route, parts: AppParts): RequestHandler {
  return async (request, response) => {
    try {
      await serveRoute(route, parts.doors, { request, response });
    } catch (error) {
      const isUnlisted =
        error instanceof AppError && error.code === 'UPSTREAM_ERROR' && !route.listsUpstreamError;
      if (!isUnlisted) throw error;
      throw new AppError('INTERNAL_ERROR', 'Internal error. Try again.', { cause: error });
    }
  };
}

/** Express answers HEAD with what GET says. */
function allowOf(routes: readonly { method: Method }[]): string {
  const methods = routes.map(({ method }) => method.toUpperCase());
  return (methods.includes('GET') ? [...methods, 'HEAD'] : methods).join(', ');
}

function wrongMethod(doors: Doors, allow: string): RequestHandler {
  return async (request, response) => {
    await countIfKnown(doors, { request, response });
    throw new AppError('METHOD_NOT_ALLOWED', `Use one of ${allow} here.`, { details: { allow } });
  };
}

function notFound(doors: Doors): RequestHandler {
  return async (request, response) => {
    await countIfKnown(doors, { request, response });
    throw new AppError('NOT_FOUND', 'There is no such resource.');
  };
}

/** What does not exist needs no key, but who shows one pays and sees the limits as everywhere. */
async function countIfKnown(
  doors: Doors,
  { request, response }: { request: Parameters<RequestHandler>[0]; response: Parameters<RequestHandler>[1] },
): Promise<void> {
  if (request.headers.authorization === undefined) return;
  try {
    await doors.rateLimiter.count(await doors.authentication.authenticate(request, response), response);
  } catch (error) {
    if (error instanceof AppError && error.code !== 'RATE_LIMIT_EXCEEDED') return;
    throw error;
  }
}

function answerFailure(logger: Logger): ErrorRequestHandler {
  // eslint-disable-next-line max-params, @typescript-eslint/no-unused-vars -- Express knows it by its four parameters
  return (thrown: unknown, request, response, _next) => {
    if (thrown instanceof ClientGone) return;
    const error = isMalformedPath(thrown) ? malformedPath(request.path) : thrown;
    const answer = renderError(error);
    if (answer.status >= 500) {
      logger.error('a request failed', {
        request_id: response.getHeader('X-Request-Id'),
        method: request.method,
        error: messageOf(error),
        stack: error instanceof Error ? error.stack : undefined,
      });
    }
    sendAnswer(response, answer);
  };
}

/** What the router throws for an escape like `%zz`. */
function isMalformedPath(thrown: unknown): boolean {
  return thrown instanceof URIError;
}

function malformedPath(path: string): AppError {
  return path.startsWith(`${API_PREFIX}/tasks/`)
    ? new AppError('INVALID_TASK_ID', 'The task id is not a valid UUID.')
    : new AppError('NOT_FOUND', 'There is no such resource.');
}
