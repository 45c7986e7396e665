import { dirname, resolve } from 'node:path';
import { bearer, createUpstreamClient, measureUpstream } from '@medley/upstream';
import Joi from 'joi';
import type { Registry } from 'prom-client';
import type { TranscriberSettings } from '../config';
import type { DiarizationPool } from '../diarization/diarization-pool';
import { createDeepgramSpeechEngine, deepgramHeaders } from './deepgram-speech-engine';
import { engineEntry, type EngineEntry, type HttpEngineEntry } from './engine-entry';
import { guardEngine } from './guard-engine';
import { createOpenAiSpeechEngine } from './openai-speech-engine';
import { createPocketsphinxEngine } from './pocketsphinx-speech-engine';
import { readEnginesFile } from './read-engines-file';
import { createSherpaEngine } from './sherpa-speech-engine';
import type { SpeechEngine } from './speech-engine';
import { transcribeLimits } from '../transcribe-limits';

const SHORTHAND_NAME = 'default';

/**
 * Creates the configured engines; the first one is the default. Engines that do not work are included with their `reason`.
 * When none is configured, returns the PocketSphinx demo if it is installed. The caller closes the engines.
 * @throws ConfigError when `ASR_ENGINES_FILE` is invalid
 */
export async function createEngines(
  config: TranscriberSettings,
  { diarizationPool, metrics }: Pick<EngineContext, 'diarizationPool' | 'metrics'>,
): Promise<SpeechEngine[]> {
  const file = config.ASR_ENGINES_FILE;
  if (file !== undefined) {
    const entries = await readEnginesFile(file);
    const context = { baseDir: dirname(resolve(file)), diarizationPool, metrics };
    return Promise.all(entries.map((entry) => createEngine(entry, context)));
  }
  const shorthand = readShorthand(config);
  if (shorthand) return [await createEngine(shorthand, { baseDir: '.', diarizationPool, metrics })];
  const demo = await createPocketsphinxEngine(diarizationPool);
  return demo.reason === null ? [guard(demo, { name: demo.name })] : [];
}

/** The engine that `ASR_KIND`, `ASR_BASE_URL` and the other `ASR_*` settings describe; null when they describe none. */
function readShorthand(config: TranscriberSettings): EngineEntry | null {
  const { ASR_KIND: kind, ASR_BASE_URL: baseUrl } = config;
  if (kind === 'openai' && baseUrl === undefined) return null;
  const given = {
    name: SHORTHAND_NAME,
    kind,
    base_url: baseUrl,
    api_key: config.ASR_API_KEY,
    models: config.ASR_MODEL,
    silence_ms: config.ASR_SILENCE_MS,
    retry_ms: config.ASR_RETRY_MS,
  };
  const entry: EngineEntry = Joi.attempt(given, engineEntry);
  return entry;
}

interface EngineContext {
  /** Paths in an entry are relative to it. */
  baseDir: string;
  diarizationPool: DiarizationPool;
  metrics: Registry;
}

const factories: {
  readonly [K in EngineEntry['kind']]: (
    entry: EngineEntry & { kind: K },
    context: EngineContext,
  ) => Promise<SpeechEngine>;
} = {
  openai: (entry, context) => {
    const client = clientOf(entry, bearer(entry.api_key), context);
    return Promise.resolve(createOpenAiSpeechEngine(propertiesOf(entry), client));
  },
  deepgram: (entry, context) => {
    const client = clientOf(entry, deepgramHeaders(entry.api_key), context);
    return Promise.resolve(createDeepgramSpeechEngine(propertiesOf(entry), client));
  },
  pocketsphinx: ({ program, models_dir: models }, { baseDir, diarizationPool }) =>
    createPocketsphinxEngine(diarizationPool, {
      ...(program && { program: resolve(baseDir, program) }),
      ...(models && { models: resolve(baseDir, models) }),
    }),
  sherpa: (entry, { baseDir }) => createSherpaEngine(entry, baseDir),
};

async function createEngine(entry: EngineEntry, context: EngineContext): Promise<SpeechEngine> {
  const create = factories[entry.kind] as (
    entry: EngineEntry,
    context: EngineContext,
  ) => Promise<SpeechEngine>;
  return guard(await create(entry, context), entry);
}

function guard(
  engine: SpeechEngine,
  entry: { name: string; concurrency?: number; retry_ms?: number },
): SpeechEngine {
  return guardEngine(engine, {
    name: entry.name,
    concurrency: entry.concurrency,
    retryMs: entry.retry_ms,
  });
}

function propertiesOf(entry: HttpEngineEntry): Omit<SpeechEngine, 'transcribe' | 'close' | 'reason'> {
  return {
    name: entry.name,
    models: entry.models,
    concurrency: entry.concurrency,
    chunkSecondsMax: entry.piece_seconds_max,
    chunkBytesMax: entry.piece_bytes_max,
  };
}

function clientOf(
  entry: HttpEngineEntry,
  headers: Record<string, string>,
  { metrics }: EngineContext,
): ReturnType<typeof createUpstreamClient> {
  return createUpstreamClient({
    name: entry.name === SHORTHAND_NAME ? 'the speech engine' : `the speech engine ${entry.name}`,
    baseUrl: entry.base_url,
    headers,
    answerBytesMax: transcribeLimits.answerBytesMax,
    silenceMs: entry.silence_ms,
    onEnd: measureUpstream(metrics, entry.name),
  });
}
