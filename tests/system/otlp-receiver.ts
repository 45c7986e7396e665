import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Value {
  stringValue?: string;
  intValue?: number | string;
  boolValue?: boolean;
}
interface WireSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: Value }[];
  links?: { traceId: string; spanId: string }[];
  status?: { code?: number; message?: string };
}
interface WireBody {
  resourceSpans: { scopeSpans: { spans: WireSpan[] }[] }[];
}

export interface ReceivedSpan extends Omit<WireSpan, 'attributes'> {
  attributes: Record<string, string | number | boolean | undefined>;
}

export interface OtlpReceiver {
  url: string;
  /** All that was exported, as it came over the wire. */
  raw(): string;
  spansOf(traceId: string): ReceivedSpan[];
  stop(): Promise<void>;
}

/** An OTLP/HTTP receiver of traces in JSON on 127.0.0.1. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const bodies: string[] = [];
  const spans: ReceivedSpan[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const isKnown = request.method === 'POST' && request.url === '/v1/traces';
      const body = Buffer.concat(chunks).toString();
      if (isKnown) {
        bodies.push(body);
        const { resourceSpans } = JSON.parse(body) as WireBody;
        for (const { scopeSpans } of resourceSpans)
          for (const scope of scopeSpans) spans.push(...scope.spans.map(toSpan));
      }
      response.writeHead(isKnown ? 200 : 404, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    raw: () => bodies.join('\n'),
    spansOf: (traceId) => spans.filter((span) => span.traceId === traceId),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function toSpan({ attributes, ...span }: WireSpan): ReceivedSpan {
  const values = attributes.map(({ key, value: { stringValue, intValue, boolValue } }) => [
    key,
    stringValue ?? (intValue === undefined ? boolValue : Number(intValue)),
  ]);
  return { ...span, attributes: Object.fromEntries(values) as ReceivedSpan['attributes'] };
}
