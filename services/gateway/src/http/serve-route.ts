import type { Request, Response } from 'express';
import type { Authentication } from '../callers/authentication';
import type { RateLimiter } from '../callers/limit-rate';
import type { Caller } from '../callers/caller';
import { recordOf } from '../callers/request-record';
import { requireActiveAccount } from '../callers/require-active-account';
import { requireRole } from '../callers/route-roles';
import { onResponseClosed } from '../traffic/on-response-closed';
import type { AdmissionControl } from '../traffic/admission-control';
import {
  EVENT_STREAM_TYPE,
  renderResponse,
  sendResponse,
  type RenderedResponse,
  type StreamResponse,
} from './response';
import { ClientDisconnected } from './client-disconnected';
import type { Endpoint } from './endpoint';
import { enforcePace } from './enforce-pace';
import { fingerprintOf } from './fingerprint-of';
import { parseBody } from './parse-body';
import { parseQuery } from './parse-query';
import { readBody } from './read-body';
import type { Call, RootRoute } from './route';

export interface RequestGuards {
  authentication: Authentication;
  rateLimiter: RateLimiter;
  admission: AdmissionControl;
}

/** Authenticate, apply the rate limit, then read the body, call the handler and send its response. */
export async function serveRoute(
  route: RootRoute,
  guards: RequestGuards,
  { request, response }: { request: Request; response: Response },
): Promise<void> {
  const caller = await guards.authentication.authenticate(request, response);
  await guards.rateLimiter.count(caller, response);
  requireRole(route, caller);
  requireActiveAccount(route, caller);
  const releaseRequest = guards.admission.admitRequest(caller.accountId, response);
  if (route.streamsBody) admitUpload(guards.admission, caller, { request, response });
  const bytes = route.body
    ? await readBody(request, {
        bytesMax: route.body.bytesMax,
        lease: guards.admission.openBodyLease(caller.accountId, response),
        pace: guards.admission.limits,
      })
    : null;
  const body = route.body && bytes ? parseBody(bytes, route.body) : {};
  if (route.extraCost) await guards.rateLimiter.countExtra(caller, response, route.extraCost(body));
  const call: Call = {
    caller,
    record: recordOf(response),
    params: request.params as Record<string, string>,
    query: parseQuery(request.originalUrl),
    body,
    origin: null,
    incoming: () => request,
    fingerprint: () => fingerprintOf(request, route.streamsBody ? describeBody(request) : (bytes ?? '')),
    header: (name) => request.get(name),
    disconnected: () => abortedOnDisconnect(response),
    isStillAllowed: () => guards.authentication.isStillValid(request),
  };
  const result = await route.handle(call);
  if ('stream' in result) {
    // Most streams have their own limits.
    if (!result.holdsRequest) releaseRequest();
    await openStream(result, { request, response });
  } else sendCounted(guards.admission, renderResponse(result), { caller, request, response });
}

/** Authenticate, apply the limits, then give the request to the library that handles it. */
export async function serveEndpoint(
  endpoint: Endpoint,
  guards: RequestGuards,
  exchange: { request: Request; response: Response },
): Promise<void> {
  const { request, response } = exchange;
  const caller = await guards.authentication.authenticate(request, response);
  await guards.rateLimiter.count(caller, response);
  requireRole(endpoint.roleOf, caller);
  if (request.method !== 'DELETE') requireActiveAccount(endpoint.roleOf, caller);
  guards.admission.admitRequest(caller.accountId, response);
  if (endpoint.streamsBody) admitUpload(guards.admission, caller, exchange);
  await endpoint.handle(caller, exchange);
}

/** Count an upload, and end it when it is too slow. */
function admitUpload(
  admission: AdmissionControl,
  { accountId }: Caller,
  { request, response }: { request: Request; response: Response },
): void {
  const release = admission.admitUpload(accountId, response);
  // What follows the body is limited as other requests are.
  request.once('close', release);
  const stop = enforcePace(request, admission.limits);
  onResponseClosed(response, stop);
}

/** A body that is not read yet; its query names the file. */
function describeBody({ originalUrl, headers }: Request): string {
  // The boundary of a form differs in each attempt of many clients.
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  return [originalUrl, type, headers['content-length'] ?? ''].join('\n');
}

/** Responses of GET and HEAD may be rejected under load; the result of a completed change is always sent. */
function sendCounted(
  admission: AdmissionControl,
  rendered: RenderedResponse,
  { caller, request, response }: { caller: Caller; request: Request; response: Response },
): void {
  const isFinal = request.method !== 'GET' && request.method !== 'HEAD';
  admission.admitResponse(caller.accountId, response, { bytes: Buffer.byteLength(rendered.body), isFinal });
  sendResponse(response, rendered);
}

/** HEAD of a stream sends only the headers. */
async function openStream(
  { stream }: StreamResponse,
  { request, response }: { request: Request; response: Response },
): Promise<void> {
  if (request.method === 'HEAD') response.writeHead(200, { 'Content-Type': EVENT_STREAM_TYPE }).end();
  else await stream(response);
}

function abortedOnDisconnect(response: Response): AbortSignal {
  const controller = new AbortController();
  onResponseClosed(response, () => controller.abort(new ClientDisconnected()));
  return controller.signal;
}
