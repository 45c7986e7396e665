import type { TracingSettings } from './settings';
import type { TracedProcess } from './traced-process';
import { useBackend } from './tracing';

/**
 * Export spans of this process to `OTEL_EXPORTER_OTLP_ENDPOINT` until `stop`, which exports what is left. Without that
 * setting nothing is traced and no OpenTelemetry package is loaded.
 */
export async function startTracing(
  settings: TracingSettings,
  traced: TracedProcess,
): Promise<{ stop(): Promise<void> }> {
  const endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return { stop: () => Promise.resolve() };
  const { OtlpBackend } = await import('./otlp-backend.js');
  const backend = new OtlpBackend({ ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, traced);
  useBackend(backend);
  return {
    stop: async () => {
      useBackend(null);
      await backend.close();
    },
  };
}
