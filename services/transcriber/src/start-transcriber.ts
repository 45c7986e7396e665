import { join } from 'node:path';
import type { EngineFacts } from '@medley/contracts';
import type { ServiceContext } from '@medley/kit';
import { startStepWorker, type StepWorkerPorts, type WorkerFacts } from '@medley/step-worker';
import { bearer, createUpstreamClient } from '@medley/upstream';
import type { TranscriberSettings } from './config';
import { createOpenAiSpeechEngine } from './openai-speech-engine';
import type { SpeechEngine } from './speech-engine';
import { createTranscribe } from './transcribe';

const ANSWER_BYTES_MAX = 20 * 1024 * 1024;
const TIME_LIMIT_MS = 20 * 60_000;
const DEFAULT_ENGINE = 'default';
const NOT_CONFIGURED = 'ASR_BASE_URL is not set';

/** Start the worker of `transcribe` steps on given ports; its stops are registered on the context's life cycle. */
export async function startTranscriber(
  context: ServiceContext<TranscriberSettings>,
  ports: StepWorkerPorts,
): Promise<void> {
  const { config } = context;
  const engines = createEngines(config);
  await startStepWorker(
    {
      kind: 'transcribe',
      handler: createTranscribe(engines),
      announce: () => factsOf(engines),
      concurrency: config.CONCURRENCY,
      timeLimitMs: TIME_LIMIT_MS,
      workDir: join(config.DATA_DIR, 'work', 'transcribe'),
    },
    ports,
    context,
  );
}

function createEngines(config: TranscriberSettings): SpeechEngine[] {
  if (config.ASR_BASE_URL === undefined) return [];
  const client = createUpstreamClient({
    name: 'the speech engine',
    baseUrl: config.ASR_BASE_URL,
    headers: bearer(config.ASR_API_KEY),
    answerBytesMax: ANSWER_BYTES_MAX,
    silenceMs: config.ASR_SILENCE_MS,
  });
  return [createOpenAiSpeechEngine({ name: DEFAULT_ENGINE, models: config.ASR_MODEL }, client)];
}

function factsOf(engines: readonly SpeechEngine[]): WorkerFacts {
  const [first] = engines;
  return {
    ready: first !== undefined,
    reason: first ? null : NOT_CONFIGURED,
    engines: engines.map((engine): EngineFacts => ({
      name: engine.name,
      ready: true,
      reason: null,
      models: [...engine.models],
      default_model: engine.models[0] ?? null,
    })),
    default_engine: first?.name ?? null,
  };
}
