import { upstreamEntry } from '@medley/upstream';
import Joi from 'joi';

/** Supported model families; each has its own set of files. */
const sherpaModelTypes = ['whisper', 'transducer', 'nemo_ctc', 'zipformer_ctc', 'sense_voice'] as const;
export type SherpaModelType = (typeof sherpaModelTypes)[number];

/** The files that a model may consist of. */
export type SherpaPart = 'encoder' | 'decoder' | 'joiner' | 'model' | 'tokens';

/** A model of a `sherpa` engine. */
export interface SherpaModelEntry {
  name: string;
  type: SherpaModelType;
  /** Directory of its files. */
  dir: string;
  /** Names of files in `dir` that differ from the usual ones. */
  files?: Partial<Record<SherpaPart, string>>;
  /** ISO 639-1; null: unknown, or as the model file says. */
  languages: string[] | null;
  num_threads: number;
}

/** A row of `ASR_ENGINES_FILE` for speech recognition on this machine; paths are relative to that file. */
export interface SherpaEntry {
  kind: 'sherpa';
  name: string;
  models: SherpaModelEntry[];
  /** Voice activity detection by Silero. */
  vad?: { model: string; threshold: number };
  /** Speaker diarization by a pyannote segmentation model and a speaker embedding model. */
  diarization?: { segmentation: string; embedding: string; threshold: number };
  /** Chunks transcribed at the same time, each in a process with its own copy of the model. */
  concurrency: number;
  /** An idle process is ended after this many seconds. */
  idle_seconds: number;
}

const path = Joi.string().max(4_096);
const threshold = Joi.number().greater(0).less(1).default(0.5);

const model = Joi.object<SherpaModelEntry>({
  name: Joi.string().max(200).required(),
  type: Joi.valid(...sherpaModelTypes).required(),
  dir: path.required(),
  files: Joi.object({ encoder: path, decoder: path, joiner: path, model: path, tokens: path }),
  languages: Joi.array()
    .items(Joi.string().pattern(/^[a-z]{2}$/))
    .min(1)
    .allow(null)
    .default(null),
  num_threads: Joi.number().integer().min(1).max(64).default(2),
});

/** Validates a row of `ASR_ENGINES_FILE` of kind `sherpa`. */
export const sherpaEntry = Joi.object<SherpaEntry>({
  name: upstreamEntry.name,
  kind: Joi.valid('sherpa').required(),
  models: Joi.array()
    .items(model)
    .min(1)
    .unique((one: SherpaModelEntry, other: SherpaModelEntry) => one.name === other.name)
    .required(),
  vad: Joi.object({ model: path.required(), threshold }),
  diarization: Joi.object({ segmentation: path.required(), embedding: path.required(), threshold }),
  concurrency: Joi.number().integer().min(1).max(64).default(1),
  idle_seconds: Joi.number().min(1).max(86_400).default(300),
});
