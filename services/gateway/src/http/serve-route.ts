import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Authentication } from '../callers/authentication';
import type { RateLimiter } from '../callers/limit-rate';
import type { Caller } from '../callers/caller';
import { onceClosed } from '../traffic/once-closed';
import type { Traffic } from '../traffic/traffic';
import {
  EVENT_STREAM_TYPE,
  renderAnswer,
  sendAnswer,
  type RenderedAnswer,
  type StreamAnswer,
} from './answer';
import { ClientGone } from './client-gone';
import { parseBody } from './parse-body';
import { parseQuery } from './parse-query';
import { readBody } from './read-body';
import type { Call, Route } from './route';

export interface Doors {
  authentication: Authentication;
  rateLimiter: RateLimiter;
  traffic: Traffic;
}

/** Who asks is decided before anything else of a request is read, then whether they may ask so often. */
export async function serveRoute(
  route: Route,
  doors: Doors,
  { request, response }: { request: Request; response: Response },
): Promise<void> {
  const caller = await doors.authentication.authenticate(request, response);
  await doors.rateLimiter.count(caller, response);
  const leave = doors.traffic.enter(caller.accountId, response);
  const bytes = route.body
    ? await readBody(request, {
        bytesMax: route.body.bytesMax,
        lease: doors.traffic.openBody(caller.accountId, response),
        pace: doors.traffic.limits,
      })
    : null;
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
  if ('stream' in answer) {
    // Streams have caps of their own.
    leave();
    await openStream(answer, { request, response });
  } else sendCounted(doors.traffic, renderAnswer(answer), { caller, request, response });
}

/** What was only read can be read again; what was done has to be told. */
function sendCounted(
  traffic: Traffic,
  answer: RenderedAnswer,
  { caller, request, response }: { caller: Caller; request: Request; response: Response },
): void {
  const isFinal = request.method !== 'GET' && request.method !== 'HEAD';
  traffic.admitAnswer(caller.accountId, response, { bytes: Buffer.byteLength(answer.body), isFinal });
  sendAnswer(response, answer);
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
  onceClosed(response, () => controller.abort(new ClientGone()));
  return controller.signal;
}
