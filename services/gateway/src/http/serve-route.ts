import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Authentication } from '../callers/authentication';
import type { RateLimiter } from '../callers/limit-rate';
import { EVENT_STREAM_TYPE, renderAnswer, sendAnswer, type StreamAnswer } from './answer';
import { ClientGone } from './client-gone';
import { parseBody } from './parse-body';
import { parseQuery } from './parse-query';
import { readBody } from './read-body';
import type { Call, Route } from './route';

export interface Doors {
  authentication: Authentication;
  rateLimiter: RateLimiter;
}

/** Who asks is decided before anything else of a request is read, then whether they may ask so often. */
export async function serveRoute(
  route: Route,
  doors: Doors,
  { request, response }: { request: Request; response: Response },
): Promise<void> {
  const caller = await doors.authentication.authenticate(request, response);
  await doors.rateLimiter.count(caller, response);
  const bytes = route.body ? await readBody(request, route.body.bytesMax) : null;
  const body = route.body && bytes ? parseBody(bytes, route.body) : {};
  if (route.extraCost) await doors.rateLimiter.countExtra(caller, response, route.extraCost(body));
  const call: Call = {
    caller,
    params: request.params as Record<string, string>,
    query: parseQuery(request.originalUrl),
    body,
    origin: null,
    fingerprint: () =>
      createHash('sha256')
        .update(`${request.method} ${request.path}\n`)
        .update(bytes ?? '')
        .digest('hex'),
    header: (name) => request.get(name),
    gone: () => abortedWhenGone(response),
    isStillAllowed: () => doors.authentication.isStillGood(request),
  };
  const answer = await route.handle(call);
  if ('stream' in answer) await openStream(answer, { request, response });
  else sendAnswer(response, renderAnswer(answer));
}

/** HEAD of a stream is its head; there is nothing to wait for. */
async function openStream(
  { stream }: StreamAnswer,
  { request, response }: { request: Request; response: Response },
): Promise<void> {
  if (request.method === 'HEAD') response.writeHead(200, { 'Content-Type': EVENT_STREAM_TYPE }).end();
  else await stream(response);
}

function abortedWhenGone(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort(new ClientGone()));
  return controller.signal;
}
