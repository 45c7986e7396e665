import { upstreamEntry, upstreamSetting } from '@medley/upstream';
import Joi from 'joi';
import { DEEPGRAM_CHUNK_BYTES_MAX, DEEPGRAM_CHUNK_SECONDS_MAX, DEEPGRAM_URL } from './deepgram-speech-engine';
import { OPENAI_CHUNK_BYTES_MAX, OPENAI_CHUNK_SECONDS_MAX } from './openai-speech-engine';
import { sherpaEntry, type SherpaEntry } from './sherpa-entry';
import type { SpeechModel } from './speech-engine';

/** The demo engine; paths that are not given are searched for. */
interface PocketsphinxEntry {
  kind: 'pocketsphinx';
  name: string;
  concurrency?: number;
  /** The path of `pocketsphinx_batch`. */
  program?: string;
  /** The directory that contains `en-us`. */
  models_dir?: string;
}

/** A row of `ASR_ENGINES_FILE`. */
export type EngineEntry = HttpEngineEntry | PocketsphinxEntry | SherpaEntry;

/** An engine that is called over HTTP, as a row of `ASR_ENGINES_FILE` or the `ASR_*` settings describe it. */
export interface HttpEngineEntry {
  kind: 'openai' | 'deepgram';
  name: string;
  base_url: string;
  api_key?: string;
  models: SpeechModel[];
  /** Chunks that are transcribed at the same time. */
  concurrency: number;
  /** Idle timeout of a request. */
  silence_ms: number;
  /** Delay before the first retry. */
  retry_ms: number;
  /** Limits of a chunk. */
  piece_seconds_max: number;
  piece_bytes_max: number;
}

const modelName = Joi.string().max(200);

/** A model is a name, or an object with a name and properties. */
function modelsOf(diarizes: (name: string) => boolean): Joi.ArraySchema {
  const full = Joi.object({
    name: modelName.required(),
    diarizes: Joi.boolean().default(({ name }: { name: string }) => diarizes(name)),
    languages: Joi.array()
      .items(Joi.string().pattern(/^[a-z]{2}$/))
      .min(1)
      .allow(null)
      .default(null),
    detectsLanguage: Joi.boolean().default(true),
  }).rename('detects_language', 'detectsLanguage');
  const short = modelName.custom((name: string) => ({
    name,
    diarizes: diarizes(name),
    languages: null,
    detectsLanguage: true,
  }));
  return Joi.array()
    .items(Joi.alternatives(short, full).match('any'))
    .min(1)
    .unique((one: SpeechModel, other: SpeechModel) => one.name === other.name);
}

const concurrency = Joi.number().integer().min(1).max(256);

const httpEntry = {
  ...upstreamEntry,
  concurrency: concurrency.default(4),
  silence_ms: upstreamSetting.silenceMs(),
  retry_ms: upstreamSetting.retryMs(),
};

/** Limits of a chunk: at least a sentence, by default what the kind of engine accepts. */
const chunkLimits = (limits: { seconds: number; bytes: number }): Joi.SchemaMap => ({
  piece_seconds_max: Joi.number().min(10).max(14_400).default(limits.seconds),
  piece_bytes_max: Joi.number().integer().min(1_000_000).max(2_000_000_000).default(limits.bytes),
});

const openai = Joi.object<HttpEngineEntry>({
  ...httpEntry,
  ...chunkLimits({ seconds: OPENAI_CHUNK_SECONDS_MAX, bytes: OPENAI_CHUNK_BYTES_MAX }),
  kind: Joi.valid('openai').required(),
  base_url: upstreamSetting.baseUrl().required(),
  models: modelsOf((name) => name.includes('transcribe-diarize')).default([
    { name: 'whisper-1', diarizes: false, languages: null, detectsLanguage: true },
  ]),
});

const deepgram = Joi.object<HttpEngineEntry>({
  ...httpEntry,
  ...chunkLimits({ seconds: DEEPGRAM_CHUNK_SECONDS_MAX, bytes: DEEPGRAM_CHUNK_BYTES_MAX }),
  kind: Joi.valid('deepgram').required(),
  base_url: upstreamSetting.baseUrl().default(DEEPGRAM_URL),
  models: modelsOf(() => true).default([
    { name: 'nova-3', diarizes: true, languages: null, detectsLanguage: true },
  ]),
});

const pocketsphinx = Joi.object<PocketsphinxEntry>({
  name: upstreamEntry.name,
  kind: Joi.valid('pocketsphinx').required(),
  concurrency,
  program: Joi.string(),
  models_dir: Joi.string(),
});

const kinds: Readonly<Record<EngineEntry['kind'], Joi.ObjectSchema>> = {
  openai,
  deepgram,
  pocketsphinx,
  sherpa: sherpaEntry,
};

/** Validates a row of `ASR_ENGINES_FILE`; its `kind` decides the other keys. */
export const engineEntry: Joi.AlternativesSchema<EngineEntry> = Joi.alternatives<EngineEntry>().conditional(
  '.kind',
  {
    switch: Object.entries(kinds).map(([kind, then]) => ({ is: kind, then })),
    otherwise: Joi.object({
      name: upstreamEntry.name,
      kind: Joi.valid(...Object.keys(kinds)).required(),
    }).unknown(),
  },
);
