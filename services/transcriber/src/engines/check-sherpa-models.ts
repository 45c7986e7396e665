import { resolve } from 'node:path';
import { checkModelFile, checkTokensFile } from './check-model-file';
import { pickModelFiles, type PickedFiles } from './pick-model-files';
import type { SherpaEntry, SherpaModelEntry, SherpaModelType, SherpaPart } from './sherpa-entry';

/** A model whose files are valid. */
export interface CheckedModel {
  entry: SherpaModelEntry;
  paths: Partial<Record<SherpaPart, string>>;
  /** `modelType` of sherpa-onnx; empty when it detects the type. */
  modelType: string;
  /** ISO 639-1, from the entry or the model file; null: unknown. */
  languages: readonly string[] | null;
}

/** Metadata keys without which sherpa-onnx exits, by type and file: one of the sets must be complete. */
const requiredKeys: Readonly<Record<SherpaModelType, Partial<Record<SherpaPart, readonly string[][]>>>> = {
  whisper: { encoder: [['n_mels', 'n_text_ctx', 'sot_sequence']] },
  transducer: { encoder: [['model_type'], ['pred_hidden', 'vocab_size']] },
  nemo_ctc: { model: [['vocab_size', 'subsampling_factor', 'normalize_type']] },
  zipformer_ctc: { model: [[]] },
  sense_voice: { model: [['vocab_size', 'lfr_window_size']] },
};

const SEGMENTATION_KEYS = ['num_speakers', 'powerset_max_classes', 'window_size'];
const EMBEDDING_KEYS = ['framework', 'output_dim', 'sample_rate'];

/** Checks every file of an entry; returns the models, or the first fault for operators. */
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
    (vad && (await checkComponent('vad.model', vad.model, { baseDir, required: [] }))) ??
    (diarization &&
      ((await checkComponent('diarization.segmentation', diarization.segmentation, {
        baseDir,
        required: SEGMENTATION_KEYS,
      })) ??
        (await checkComponent('diarization.embedding', diarization.embedding, {
          baseDir,
          required: EMBEDDING_KEYS,
        }))));
  return fault ? { fault } : { models };
}

async function checkModel(
  entry: SherpaModelEntry,
  baseDir: string,
): Promise<CheckedModel | { fault: string }> {
  const picked = await pickModelFiles(entry, baseDir);
  if ('fault' in picked) return picked;
  const metadata = new Map<string, ReadonlyMap<string, string>>();
  for (const [part, file] of Object.entries(picked.files)) {
    const check = await (part === 'tokens' ? checkTokensFile(file) : checkModelFile(file));
    if ('fault' in check) return check;
    const required = requiredKeys[entry.type][part as SherpaPart] ?? [[]];
    if (!required.some((keys) => keys.every((key) => check.metadata.has(key)))) {
      const keys = required.map((some) => some.join(', ')).join(' or ');
      return { fault: `${file.shown} is no ${part} of type ${entry.type}: its metadata lacks ${keys}` };
    }
    metadata.set(part, check.metadata);
  }
  const encoder = metadata.get('encoder');
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

/** The languages of a Whisper model; sherpa-onnx exits on others. */
function whisperLanguages(encoder: ReadonlyMap<string, string>): readonly string[] {
  if (encoder.get('is_multilingual') !== '1') return ['en'];
  return (encoder.get('all_language_codes') ?? '').split(',').filter((code) => /^[a-z]{2}$/.test(code));
}

async function checkComponent(
  field: string,
  shown: string,
  { baseDir, required }: { baseDir: string; required: readonly string[] },
): Promise<string | undefined> {
  const check = await checkModelFile({ path: resolve(baseDir, shown), shown });
  if ('fault' in check) return `${field}: ${check.fault}`;
  const missing = required.filter((key) => !check.metadata.has(key));
  return missing.length === 0
    ? undefined
    : `${field}: ${shown} is no model for this: its metadata lacks ${missing.join(', ')}`;
}
