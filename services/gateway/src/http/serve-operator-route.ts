import type { Request, Response } from 'express';
import type { Logger } from '@medley/kit';
import type { OperatorGuard } from '../callers/operator-key';
import type { AdmissionControl } from '../traffic/admission-control';
import { fingerprintOf } from './fingerprint-of';
import type { OperatorRoute } from './operator-route';
import { parseBody } from './parse-body';
import { parseQuery } from './parse-query';
import { recordOf } from '../callers/request-record';
import { readBody } from './read-body';
import { renderResponse, sendResponse } from './response';

export interface OperatorGuards {
  guard: OperatorGuard;
  admission: AdmissionControl;
  logger: Logger;
}

/** The operator has the limits of concurrent requests that an account has, under a name that no account can have. */
const OPERATOR = 'operator';

/** Check the operator's key, then read the body, call the handler and send its response. */
export async function serveOperatorRoute(
  route: OperatorRoute,
  { guard, admission, logger }: OperatorGuards,
  { request, response }: { request: Request; response: Response },
): Promise<void> {
  guard.authenticate(request, response);
  admission.admitRequest(OPERATOR, response);
  const bytes = route.body
    ? await readBody(request, {
        bytesMax: route.body.bytesMax,
        lease: admission.openBodyLease(OPERATOR, response),
        pace: admission.limits,
      })
    : null;
  const { id: request_id } = recordOf(response);
  const result = await route.handle({
    params: request.params as Record<string, string>,
    query: parseQuery(request.originalUrl),
    body: route.body && bytes ? parseBody(bytes, route.body) : {},
    fingerprint: () => fingerprintOf(request, bytes ?? ''),
    header: (name) => request.get(name),
    log: (change, ids = {}) => logger.info(`operator: ${change}`, { ...ids, request_id }),
  });
  if ('stream' in result) throw new Error('no route for operators streams');
  sendResponse(response, renderResponse(result));
}
