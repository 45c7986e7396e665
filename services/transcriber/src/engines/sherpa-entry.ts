import { upstreamEntry } from '@medley/upstream';
import Joi from 'joi';

/** The families of models that are known here; each is one shape of files. */
const sherpaModelTypes = ['whisper', 'transducer', 'nemo_ctc', 'zipformer_ctc', 'sense_voice'] as const;
export type SherpaModelType = (typeof sherpaModelTypes)[number];

/** The parts a model may consist of. */
export type SherpaPart = 'encoder' | 'decoder' | 'joiner' | 'model' | 'tokens';

export interface SherpaModelEntry {
  name: string;
  type: SherpaModelType;
  /** Where its files are. */
  dir: string;
  /** Names of files in `dir` where the usual ones are not meant. */
  files?: Partial<Record<SherpaPart, string>>;
  languages: string[] | null;
  num_threads: number;
}

/** Speech recognition in this machine, as a row of `ASR_ENGINES_FILE` describes it; paths are relative to that file. */
export interface SherpaEntry {
  kind: 'sherpa';
  name: string;
  models: SherpaModelEntry[];
  /** Silero's voice activity detection. */
  vad?: { model: string; threshold: number };
  /** Who speaks when: pyannote's segmentation and a model that tells voices apart. */
  diarization?: { segmentation: string; embedding: string; threshold: number };
  /** Chunks at once, each in a process with a model of its own. */
  concurrency: number;
  /** An unused model is let go of after this long. */
  idle_seconds: number;
}

const path = Joi.string().max(4_096);
const share = Joi.number().greater(0).less(1).default(0.5);

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

export const sherpaEntry = Joi.object<SherpaEntry>({
  name: upstreamEntry.name,
  kind: Joi.valid('sherpa').required(),
  models: Joi.array()
    .items(model)
    .min(1)
    .unique((one: SherpaModelEntry, other: SherpaModelEntry) => one.name === other.name)
    .required(),
  vad: Joi.object({ model: path.required(), threshold: share }),
  diarization: Joi.object({ segmentation: path.required(), embedding: path.required(), threshold: share }),
  concurrency: Joi.number().integer().min(1).max(64).default(1),
  idle_seconds: Joi.number().min(1).max(86_400).default(300),
});
