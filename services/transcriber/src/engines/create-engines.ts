import { dirname, resolve } from 'node:path';
import { bearer, createUpstreamClient, loadUpstreamList } from '@medley/upstream';
import Joi from 'joi';
import type { TranscriberSettings } from '../config';
import { createDeepgramSpeechEngine, deepgramHeaders } from './deepgram-speech-engine';
import { engineEntry, type EngineEntry, type HttpEngineEntry } from './engine-entry';
import { guardEngine } from './guard-engine';
import { createOpenAiSpeechEngine } from './openai-speech-engine';
import { createPocketsphinxEngine } from './pocketsphinx-speech-engine';
import { createSherpaEngine } from './sherpa-speech-engine';
import type { SpeechEngine } from './speech-engine';
import { transcribeLimits } from '../transcribe-limits';

const SHORTHAND_NAME = 'default';

/**
 * The engines of a configuration, the first is the default. One that cannot work is among them and says why. With nothing
 * configured it is the demo engine where that is installed, else none.
 * @throws ConfigError when the list of engines is wrong
 */
export async function createEngines(config: TranscriberSettings): Promise<SpeechEngine[]> {
  const file = config.ASR_ENGINES_FILE;
  if (file !== undefined) {
    const entries = await loadUpstreamList<EngineEntry>({ file, setting: 'ASR_ENGINES_FILE' }, engineEntry);
    const folder = dirname(resolve(file));
    return Promise.all(entries.map((entry) => createEngine(entry, folder)));
  }
  const shorthand = readShorthand(config);
  if (shorthand) return [await createEngine(shorthand, '.')];
  const demo = await createPocketsphinxEngine();
  return demo.reason === null ? [guard(demo, { name: demo.name })] : [];
}

/** The one engine of `ASR_KIND`, `ASR_BASE_URL` and so on; null when they name none. */
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
  return Joi.attempt(given, engineEntry) as EngineEntry;
}

const makers: {
  readonly [K in EngineEntry['kind']]: (
    entry: EngineEntry & { kind: K },
    folder: string,
  ) => Promise<SpeechEngine>;
} = {
  openai: (entry) =>
    Promise.resolve(createOpenAiSpeechEngine(factsOf(entry), clientOf(entry, bearer(entry.api_key)))),
  deepgram: (entry) =>
    Promise.resolve(
      createDeepgramSpeechEngine(factsOf(entry), clientOf(entry, deepgramHeaders(entry.api_key))),
    ),
  pocketsphinx: ({ program, models_dir: models }, folder) =>
    createPocketsphinxEngine({
      ...(program && { program: resolve(folder, program) }),
      ...(models && { models: resolve(folder, models) }),
    }),
  sherpa: createSherpaEngine,
};

/** Paths in an entry are relative to `folder`. */
async function createEngine(entry: EngineEntry, folder: string): Promise<SpeechEngine> {
  const make = makers[entry.kind] as (entry: EngineEntry, folder: string) => Promise<SpeechEngine>;
  return guard(await make(entry, folder), entry);
}

function guard(
  engine: SpeechEngine,
  wishes: { name: string; concurrency?: number; retry_ms?: number },
): SpeechEngine {
  return guardEngine(engine, {
    name: wishes.name,
    concurrency: wishes.concurrency,
    retryMs: wishes.retry_ms,
  });
}

function factsOf(entry: HttpEngineEntry): Omit<SpeechEngine, 'transcribe' | 'close' | 'reason'> {
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
): ReturnType<typeof createUpstreamClient> {
  return createUpstreamClient({
    name: entry.name === SHORTHAND_NAME ? 'the speech engine' : `the speech engine ${entry.name}`,
    baseUrl: entry.base_url,
    headers,
    answerBytesMax: transcribeLimits.answerBytesMax,
    silenceMs: entry.silence_ms,
  });
}
