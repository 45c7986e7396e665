import type { Request, Response } from 'express';
import { startSpan, withSpan } from '@medley/tracing';
import type { RequestRecord } from '../callers/request-record';
import { isProbe, routeOf } from './route-of';

/**
 * Handle a request in the span at the root of its trace, or below the caller's `traceparent`; its tasks belong to the trace.
 * The span ends with the response, and names the pattern of the route, never the path or the query.
 */
export function traceRequest(
  record: RequestRecord,
  { request, response }: { request: Request; response: Response },
  handle: () => void,
): void {
  if (isProbe(request.path)) return handle();
  const { method } = request;
  const attributes = { 'http.request.method': method, 'medley.request.id': record.id };
  const span = startSpan(method, { kind: 'server', parent: record.traceparent, attributes });
  record.traceparent = span.traceparent ?? record.traceparent;
  response.once('close', () => {
    const route = routeOf(request);
    span.rename(`${method} ${route}`);
    span.set({
      'http.route': route,
      'http.response.status_code': response.statusCode,
      'medley.account.id': record.caller?.accountId,
      'medley.task.ids': record.taskIds.length === 0 ? undefined : record.taskIds.join(','),
    });
    if (response.statusCode >= 500) span.fail(record.errorCode ?? String(response.statusCode));
    span.end();
  });
  withSpan(span, handle);
}
