import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ModelFile } from './check-model-file';
import type { SherpaModelEntry, SherpaModelType, SherpaPart } from './sherpa-entry';

/** The files of each type, in the order in which they are checked. */
const partsOf: Readonly<Record<SherpaModelType, readonly SherpaPart[]>> = {
  whisper: ['encoder', 'decoder', 'tokens'],
  transducer: ['encoder', 'decoder', 'joiner', 'tokens'],
  nemo_ctc: ['model', 'tokens'],
  zipformer_ctc: ['model', 'tokens'],
  sense_voice: ['model', 'tokens'],
};

/** The files of a model by part. */
export type PickedFiles = Partial<Record<SherpaPart, ModelFile>>;

/** Finds the files of a model: those that the entry names, else by the naming of the sherpa-onnx releases. */
export async function pickModelFiles(
  model: SherpaModelEntry,
  baseDir: string,
): Promise<{ files: PickedFiles } | { fault: string }> {
  const names = await readdir(resolve(baseDir, model.dir)).catch(() => null);
  if (!names) return { fault: `the directory ${model.dir} is missing` };
  const files: PickedFiles = {};
  for (const part of partsOf[model.type]) {
    const candidates = names.filter((name) => isPart(name, part));
    const name = model.files?.[part] ?? preferred(candidates, part, model.type);
    if (name === undefined) return { fault: explainChoice(model, part, candidates) };
    files[part] = { path: resolve(baseDir, model.dir, name), shown: join(model.dir, name) };
  }
  return { files };
}

function isPart(name: string, part: SherpaPart): boolean {
  if (part === 'tokens') return name.endsWith('tokens.txt');
  if (!name.endsWith('.onnx')) return false;
  return part === 'model' ? !/encoder|decoder|joiner|vad/.test(name) : name.includes(part);
}

/**
 * Of two files of different precision, the int8 one, which is faster on a CPU; except for the decoder of a transducer, which
 * is too small to gain from it.
 */
function preferred(
  candidates: readonly string[],
  part: SherpaPart,
  type: SherpaModelType,
): string | undefined {
  const prefersInt8 = !(type === 'transducer' && part === 'decoder');
  const ofPrecision = candidates.filter((name) => name.endsWith('.int8.onnx') === prefersInt8);
  if (ofPrecision.length === 1) return ofPrecision[0];
  return candidates.length === 1 ? candidates[0] : undefined;
}

function explainChoice({ dir }: SherpaModelEntry, part: SherpaPart, candidates: readonly string[]): string {
  const kind = part === 'tokens' ? '*tokens.txt' : part === 'model' ? '*.onnx' : `*${part}*.onnx`;
  return candidates.length === 0
    ? `${join(dir, kind)} is missing`
    : `${dir} has several files for the ${part} (${candidates.join(', ')}): name one as files.${part}`;
}
