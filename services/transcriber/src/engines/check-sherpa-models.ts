import { resolve } from 'node:path';
import { checkModelFile, checkTokensFile } from './check-model-file';
import { pickModelFiles, type PickedFiles } from './pick-model-files';
import type { SherpaEntry, SherpaModelEntry, SherpaModelType, SherpaPart } from './sherpa-entry';

/** A model whose files were looked into. */
export interface CheckedModel {
  entry: SherpaModelEntry;
  paths: Partial<Record<SherpaPart, string>>;
  /** What the library calls the family, where it wants to know. */
  modelType: string;
  /** What the model itself says it understands; null: nothing. */
  languages: readonly string[] | null;
}

/** What the library needs to be told by a part of each family, or it ends the process: any of these sets. */
const neededOf: Readonly<Record<SherpaModelType, Partial<Record<SherpaPart, readonly string[][]>>>> = {
  whisper: { encoder: [['n_mels', 'n_text_ctx', 'sot_sequence']] },
  transducer: { encoder: [['model_type'], ['pred_hidden', 'vocab_size']] },
  nemo_ctc: { model: [['vocab_size', 'subsampling_factor', 'normalize_type']] },
  zipformer_ctc: { model: [[]] },
  sense_voice: { model: [['vocab_size', 'lfr_window_size']] },
};

const SEGMENTATION = ['num_speakers', 'powerset_max_classes', 'window_size'];
const EMBEDDING = ['framework', 'output_dim', 'sample_rate'];

/** Look into every file that an entry names. @returns the first fault in words for an operator, or the models */
export async function checkSherpaModels(
  entry: SherpaEntry,
  baseDir: string,
): Promise<{ models: CheckedModel[] } | { fault: string }> {
  const models: CheckedModel[] = [];
  for (const model of entry.models) {
    const checked = await checkModel(model, baseDir);
    if ('fault' in checked) return { fault: `model ${model.name}: ${checked.fault}` };
    models.push(checked);
  }
  const { vad, diarization } = entry;
  const fault =
    (vad && (await lookInto('vad.model', vad.model, { baseDir, needed: [] }))) ??
    (diarization &&
      ((await lookInto('diarization.segmentation', diarization.segmentation, {
        baseDir,
        needed: SEGMENTATION,
      })) ??
        (await lookInto('diarization.embedding', diarization.embedding, { baseDir, needed: EMBEDDING }))));
  return fault ? { fault } : { models };
}

async function checkModel(
  entry: SherpaModelEntry,
  baseDir: string,
): Promise<CheckedModel | { fault: string }> {
  const picked = await pickModelFiles(entry, baseDir);
  if ('fault' in picked) return picked;
  const known = new Map<string, ReadonlyMap<string, string>>();
  for (const [part, file] of Object.entries(picked.files)) {
    const check = await (part === 'tokens' ? checkTokensFile(file) : checkModelFile(file));
    if ('fault' in check) return check;
    const needed = neededOf[entry.type][part as SherpaPart] ?? [[]];
    if (!needed.some((keys) => keys.every((key) => check.metadata.has(key)))) {
      const keys = needed.map((some) => some.join(', ')).join(' or ');
      return { fault: `${file.shown} is no ${part} of type ${entry.type}: it does not say its ${keys}` };
    }
    known.set(part, check.metadata);
  }
  const encoder = known.get('encoder');
  return {
    entry,
    paths: pathsOf(picked.files),
    modelType: entry.type === 'transducer' && encoder?.has('pred_hidden') ? 'nemo_transducer' : '',
    languages: entry.languages ?? (entry.type === 'whisper' && encoder ? whisperLanguages(encoder) : null),
  };
}

function pathsOf(files: PickedFiles): Partial<Record<SherpaPart, string>> {
  return Object.fromEntries(Object.entries(files).map(([part, { path }]) => [part, path]));
}

/** Whisper would end the process over a language that it does not know. */
function whisperLanguages(encoder: ReadonlyMap<string, string>): readonly string[] {
  if (encoder.get('is_multilingual') !== '1') return ['en'];
  return (encoder.get('all_language_codes') ?? '').split(',').filter((code) => /^[a-z]{2}$/.test(code));
}

async function lookInto(
  field: string,
  shown: string,
  { baseDir, needed }: { baseDir: string; needed: readonly string[] },
): Promise<string | undefined> {
  const check = await checkModelFile({ path: resolve(baseDir, shown), shown });
  if ('fault' in check) return `${field}: ${check.fault}`;
  const missing = needed.filter((key) => !check.metadata.has(key));
  return missing.length === 0
    ? undefined
    : `${field}: ${shown} is no model for this: it does not say its ${missing.join(', ')}`;
}
