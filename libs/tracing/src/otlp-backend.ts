import { setTimeout as pause } from 'node:timers/promises';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as OtelSpan,
  type SpanContext,
  type Tracer,
} from '@opentelemetry/api';
import { setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { createSampler } from './create-sampler';
import type { TracingSettings } from './settings';
import type { Span, SpanOptions, TraceBackend } from './span';
import type { TracedProcess } from './traced-process';

const CLOSE_MS = 3_000;
const FAULT_INTERVAL_MS = 60_000;

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** Spans by the SDK of OpenTelemetry, exported in batches as OTLP/HTTP. A full queue drops spans; nothing waits for it. */
export class OtlpBackend implements TraceBackend {
  readonly #provider: BasicTracerProvider;
  readonly #tracer: Tracer;

  constructor(
    settings: TracingSettings & { OTEL_EXPORTER_OTLP_ENDPOINT: string },
    { name, instance, version, onFault }: TracedProcess,
  ) {
    const endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT;
    const url = `${endpoint.endsWith('/') ? endpoint.slice(0, -1) : endpoint}/v1/traces`;
    const own = { 'service.name': name, 'service.instance.id': instance, 'service.version': version };
    this.#provider = new BasicTracerProvider({
      resource: defaultResource()
        .merge(resourceFromAttributes(own))
        // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES.
        .merge(detectResources({ detectors: [envDetector] })),
      sampler: createSampler(settings),
      spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url }))],
    });
    this.#tracer = this.#provider.getTracer('medley', version);
    setGlobalErrorHandler(limitRate(onFault));
  }

  begin(name: string, { kind = 'internal', attributes = {}, parent, links = [] }: SpanOptions): Span {
    const options = {
      kind: kinds[kind],
      attributes: { ...attributes },
      links: links.map((link) => ({ context: contextOf(link) })),
    };
    return toSpan(this.#tracer.startSpan(name, options, parentContext(parent)));
  }

  /** Waits a few seconds only: a collector that is down must not hold up the shutdown. */
  async close(): Promise<void> {
    const timeout = new AbortController();
    const tooLong = pause(CLOSE_MS, undefined, { signal: timeout.signal }).catch(() => undefined);
    await Promise.race([this.#provider.shutdown().catch(() => undefined), tooLong]);
    timeout.abort();
  }
}

function parentContext(parent: string | undefined): Context {
  return parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, contextOf(parent));
}

/** `traceparent` must be valid. */
function contextOf(traceparent: string): SpanContext {
  const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-');
  return { traceId, spanId, traceFlags: parseInt(flags, 16) & 1, isRemote: true };
}

function toSpan(span: OtelSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes({ ...attributes }),
    fail: (code) => {
      span.setAttribute('error.type', code);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => span.end(),
  };
}

function limitRate(onFault: (error: unknown) => void): (error: unknown) => void {
  let quietUntil = -Infinity;
  return (error) => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + FAULT_INTERVAL_MS;
    onFault(error);
  };
}
