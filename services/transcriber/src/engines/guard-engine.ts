import { limitConcurrency, withUpstreamRetries } from '@medley/upstream';
import type { SpeechEngine } from './speech-engine';

/**
 * Wraps an engine: limits its concurrent calls and retries transient failures. A call that waits for its retry keeps its
 * slot, so that an overloaded engine does not get more requests meanwhile.
 */
export function guardEngine(
  engine: SpeechEngine,
  options: { name: string; concurrency: number | undefined; retryMs: number | undefined },
): SpeechEngine {
  const concurrency = options.concurrency ?? engine.concurrency;
  const retries = options.retryMs === undefined ? {} : { firstMs: options.retryMs };
  const limit = limitConcurrency(concurrency);
  return {
    name: options.name,
    models: engine.models,
    chunkBytesMax: engine.chunkBytesMax,
    chunkSecondsMax: engine.chunkSecondsMax,
    concurrency,
    reason: engine.reason,
    transcribe: async (chunk, request, signal) =>
      limit(
        () => withUpstreamRetries(() => engine.transcribe(chunk, request, signal), signal, retries),
        signal,
      ),
    close: () => engine.close(),
  };
}
