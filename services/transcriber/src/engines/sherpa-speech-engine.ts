import { createRequire } from 'node:module';
import { AppError, messageOf } from '@medley/kit';
import { checkSherpaModels, type CheckedModel } from './check-sherpa-models';
import { readSherpaUtterances } from './read-sherpa-utterances';
import type { SherpaEntry } from './sherpa-entry';
import { buildSherpaConfig } from './sherpa-config';
import { SherpaPool } from './sherpa-pool';
import type { SpeechEngine, SpeechModel } from './speech-engine';

const LIBRARY = 'sherpa-onnx-node';
/** With voice activity detection a chunk is split into utterances; without it a chunk is one utterance. */
const CHUNK_SECONDS_MAX = 600;
const UTTERANCE_SECONDS_MAX = 28;
const CHUNK_BYTES_MAX = 64 * 1024 * 1024;
/** Time limit of loading the default model at the start. */
const LOAD_MS = 120_000;

/**
 * Speech recognition on this machine by sherpa-onnx. Checks every model file and loads the default model; a failure
 * becomes the `reason` of the engine. Paths in the entry are relative to `baseDir`.
 */
export async function createSherpaEngine(entry: SherpaEntry, baseDir: string): Promise<SpeechEngine> {
  const checked = await checkSherpaModels(entry, baseDir);
  const models = 'models' in checked ? checked.models : [];
  const byName = new Map(models.map((model) => [model.entry.name, model]));
  const pool = new SherpaPool({
    size: entry.concurrency,
    idleMs: entry.idle_seconds * 1_000,
    configFor: (name) => buildSherpaConfig(byName.get(name) as CheckedModel, entry, baseDir),
  });
  const fault = 'fault' in checked ? checked.fault : libraryFault();
  return {
    name: entry.name,
    models: entry.models.map(({ name, type, languages }): SpeechModel => ({
      name,
      diarizes: entry.diarization !== undefined,
      languages: byName.get(name)?.languages ?? languages,
      detectsLanguage: type === 'whisper' || type === 'sense_voice',
    })),
    chunkBytesMax: CHUNK_BYTES_MAX,
    chunkSecondsMax: entry.vad ? CHUNK_SECONDS_MAX : UTTERANCE_SECONDS_MAX,
    concurrency: entry.concurrency,
    reason: fault ?? (models[0] ? await loadFault(pool, models[0].entry.name) : null),
    async transcribe({ path }, request, signal) {
      const model = byName.get(request.model);
      if (!model) throw new AppError('ENGINE_NOT_CONFIGURED', `the model ${request.model} does not work`);
      const { language, diarization, minSpeakers: min, maxSpeakers: max } = request;
      const speakers = diarization && entry.diarization ? { min, max } : null;
      const utterances = await pool.with(request.model, signal, (child) =>
        child.transcribe({ path, language, speakers }, signal),
      );
      const result = readSherpaUtterances(utterances);
      const [only, ...others] = model.languages ?? [];
      return { ...result, language: result.language ?? (others.length === 0 ? (only ?? null) : null) };
    },
    close: () => pool.close(),
  };
}

/** Why the optional package cannot be used; does not load native code into this process. */
function libraryFault(): string | null {
  try {
    createRequire(__filename).resolve(LIBRARY);
    return null;
  } catch {
    return `the optional package ${LIBRARY} is not installed: run npm install --include=optional`;
  }
}

/** The process stays in the pool for the first chunk. */
async function loadFault(pool: SherpaPool, model: string): Promise<string | null> {
  try {
    await pool.with(model, AbortSignal.timeout(LOAD_MS), () => Promise.resolve());
    return null;
  } catch (error) {
    const why = messageOf(error instanceof AppError ? error.cause : error);
    return `model ${model}: sherpa-onnx cannot load its files: ${why}`;
  }
}
