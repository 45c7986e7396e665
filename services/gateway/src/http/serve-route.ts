import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Authenticate } from '../callers/authenticate';
import type { RateLimiter } from '../callers/limit-rate';
import { renderAnswer, sendAnswer } from './answer';
import { parseBody } from './parse-body';
import { parseQuery } from './parse-query';
import { readBody } from './read-body';
import type { Call, Route } from './route';

export interface Doors {
  authenticate: Authenticate;
  rateLimiter: RateLimiter;
}

/** Who asks is decided before anything else of a request is read, then whether they may ask so often. */
export async function serveRoute(
  route: Route,
  doors: Doors,
  { request, response }: { request: Request; response: Response },
): Promise<void> {
  const caller = await doors.authenticate(request, response);
  await doors.rateLimiter.count(caller, response);
  const bytes = route.bodyBytesMax === undefined ? null : await readBody(request, route.bodyBytesMax);
  const body = bytes === null ? {} : parseBody(bytes);
  if (route.extraCost) await doors.rateLimiter.countExtra(caller, response, route.extraCost(body));
  const call: Call = {
    caller,
    params: request.params as Record<string, string>,
    query: parseQuery(request.originalUrl),
    body,
    seeds: null,
    fingerprint: () =>
      createHash('sha256')
        .update(`${request.method} ${request.path}\n`)
        .update(bytes ?? '')
        .digest('hex'),
    header: (name) => request.get(name),
    gone: () => abortedWhenGone(response),
  };
  sendAnswer(response, renderAnswer(await route.handle(call)));
}

function abortedWhenGone(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
}
