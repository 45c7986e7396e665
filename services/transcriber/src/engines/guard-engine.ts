import { limitConcurrency, withUpstreamRetries } from '@medley/upstream';
import type { SpeechEngine } from './speech-engine';

/**
 * The same engine, never asked for more chunks at once than it works on, and asked again after trouble that may pass. A
 * pause keeps its slot, so that an engine that is short of breath is not asked for something else meanwhile.
 */
export function guardEngine(
  engine: SpeechEngine,
  wishes: { name: string; concurrency: number | undefined; retryMs: number | undefined },
): SpeechEngine {
  const concurrency = wishes.concurrency ?? engine.concurrency;
  const retries = wishes.retryMs === undefined ? {} : { firstMs: wishes.retryMs };
  const limit = limitConcurrency(concurrency);
  return {
    name: wishes.name,
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
