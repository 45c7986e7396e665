import { createRequire } from 'node:module';
import { AppError, messageOf } from '@medley/kit';
import { checkSherpaModels, type CheckedModel } from './check-sherpa-models';
import { readSherpaUtterances } from './read-sherpa-utterances';
import type { SherpaEntry } from './sherpa-entry';
import { buildSherpaConfig } from './sherpa-config';
import { SherpaPool } from './sherpa-pool';
import type { SpeechEngine, SpeechModel } from './speech-engine';

const LIBRARY = 'sherpa-onnx-node';
/** Ten minutes are cut at silences by voice activity detection; without it a chunk is one utterance. */
const CHUNK_SECONDS_MAX = 600;
const UTTERANCE_SECONDS_MAX = 28;
const CHUNK_BYTES_MAX = 64 * 1024 * 1024;
/** Loading the default model at the start, to know that it works. */
const TRIAL_MS = 120_000;

/**
 * Speech recognition in this machine by sherpa-onnx. Every file is looked into before the library sees it, then the
 * default model is loaded once: what is wrong is the engine's `reason`.
 */
export async function createSherpaEngine(entry: SherpaEntry, baseDir: string): Promise<SpeechEngine> {
  const checked = await checkSherpaModels(entry, baseDir);
  const models = 'models' in checked ? checked.models : [];
  const byName = new Map(models.map((model) => [model.entry.name, model]));
  const pool = new SherpaPool({
    size: entry.concurrency,
    idleMs: entry.idle_seconds * 1_000,
    loadFor: (name) => buildSherpaConfig(byName.get(name) as CheckedModel, entry, baseDir),
  });
  const fault = 'fault' in checked ? checked.fault : libraryTrouble();
  return {
    name: entry.name,
    models: entry.models.map(({ name, languages }): SpeechModel => ({
      name,
      diarizes: entry.diarization !== undefined,
      languages: byName.get(name)?.languages ?? languages,
    })),
    chunkBytesMax: CHUNK_BYTES_MAX,
    chunkSecondsMax: entry.vad ? CHUNK_SECONDS_MAX : UTTERANCE_SECONDS_MAX,
    concurrency: entry.concurrency,
    reason: fault ?? (models[0] ? await tryLoading(pool, models[0].entry.name) : null),
    async transcribe({ path }, request, signal) {
      const model = byName.get(request.model);
      if (!model) throw new AppError('ENGINE_NOT_CONFIGURED', `the model ${request.model} does not work`);
      const { language, diarization, minSpeakers: min, maxSpeakers: max } = request;
      const speakers = diarization && entry.diarization ? { min, max } : null;
      const utterances = await pool.with(request.model, signal, (child) =>
        child.hear({ path, language, speakers }, signal),
      );
      const heard = readSherpaUtterances(utterances);
      const [only, ...others] = model.languages ?? [];
      return { ...heard, language: heard.language ?? (others.length === 0 ? (only ?? null) : null) };
    },
    close: () => pool.close(),
  };
}

/** Whether the optional package is there, without loading native code into this process. */
function libraryTrouble(): string | null {
  try {
    createRequire(__filename).resolve(LIBRARY);
    return null;
  } catch {
    return `the optional package ${LIBRARY} is not installed: run npm install --include=optional`;
  }
}

/** What was loaded stays, for the first chunk of audio. */
async function tryLoading(pool: SherpaPool, model: string): Promise<string | null> {
  try {
    await pool.with(model, AbortSignal.timeout(TRIAL_MS), () => Promise.resolve());
    return null;
  } catch (error) {
    const why = messageOf(error instanceof AppError ? error.cause : error);
    return `model ${model}: sherpa-onnx cannot load its files: ${why}`;
  }
}
