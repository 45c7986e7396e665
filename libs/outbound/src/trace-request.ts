import { inSpan } from '@medley/tracing';
import { OutboundError, type OutboundRequest, type OutboundResponse } from './outbound';

/** Send a request to a server of a user in a span until its headers are there; no part of its address is in the span. */
export function traceRequest(
  { method }: OutboundRequest,
  send: () => Promise<OutboundResponse>,
): Promise<OutboundResponse> {
  return inSpan(method, { kind: 'client', attributes: { 'http.request.method': method } }, async (span) => {
    try {
      const response = await send();
      span.set({ 'http.response.status_code': response.status });
      return response;
    } catch (error) {
      if (error instanceof OutboundError) span.set({ 'medley.outbound.failure': error.failure });
      throw error;
    }
  });
}
