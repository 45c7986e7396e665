import type { Request, Response } from 'express';
import { traceIdOf } from '@medley/contracts';
import type { Logger } from '@medley/kit';
import type { RequestRecord } from '../callers/request-record';
import { isProbe, routeOf } from './route-of';

/** Log one line when the response is sent or its client has disconnected. Paths, queries and bodies are not logged. */
export function logAccess(
  logger: Logger,
  record: RequestRecord,
  { request, response }: { request: Request; response: Response },
): void {
  const startedAt = performance.now();
  response.once('close', () => {
    const route = routeOf(request);
    const level = isProbe(route) ? 'debug' : 'info';
    if (!logger.isLevelEnabled(level)) return;
    logger.log(level, 'request', {
      ...fieldsOf(record),
      method: request.method,
      route,
      status: response.statusCode,
      ...(response.writableFinished ? {} : { outcome: 'disconnected' }),
      ms: Math.round(performance.now() - startedAt),
    });
  });
}

function fieldsOf({ id, traceparent, caller, taskIds, errorCode }: RequestRecord): Record<string, string> {
  return {
    request_id: id,
    ...(traceparent !== undefined && { trace_id: traceIdOf(traceparent) }),
    ...(caller && { account_id: caller.accountId, key_id: caller.keyId, key_last4: caller.keyLast4 }),
    ...(taskIds.length > 0 && { task_ids: taskIds.join(',') }),
    ...(errorCode !== null && { code: errorCode }),
  };
}
