import { inSpan, type Span } from '@medley/tracing';

/** Send a request to an upstream of the operator in a span, which names the server, never the path, the query or the key. */
export function traceRequest<T>(baseUrl: string, send: (span: Span) => Promise<T>): Promise<T> {
  const { hostname, port, protocol } = new URL(baseUrl);
  const attributes = {
    'http.request.method': 'POST',
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
  };
  return inSpan('POST', { kind: 'client', attributes }, send);
}
