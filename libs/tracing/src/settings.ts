/** Samplers by the names of the OpenTelemetry specification. */
export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Settings by the names of the OpenTelemetry specification; the SDK reads further ones itself. */
export interface TracingSettings {
  /** Address of an OTLP/HTTP receiver, without `/v1/traces`; absent: nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  /** Which requests are traced. `parentbased_*` follow the flag of the caller's `traceparent`. */
  OTEL_TRACES_SAMPLER: (typeof samplers)[number];
  /** Share of the traces for `*traceidratio`, 0..1. */
  OTEL_TRACES_SAMPLER_ARG: number;
}
