import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onnxGraph, type OnnxModel } from './onnx-graph';

/** Weights of the 80 mel bands for a low tone, a high tone and silence. */
function toneWeights(columns: readonly ('low' | 'high' | 'silence')[]): number[] {
  return Array.from({ length: 80 }, (_, band) => (band < 30 ? 1 : band >= 50 ? -1 : 0)).flatMap((lowness) =>
    columns.map((column) => (column === 'silence' ? 0 : (column === 'low' ? lowness : -lowness) / 30)),
  );
}

/** A CTC model that recognizes tones of 300 and 3,500 Hz as the words «low» and «high». */
export const toneCtc: OnnxModel = {
  inputs: [
    ['audio_signal', 'float', ['N', 80, 'T']],
    ['length', 'int64', ['N']],
  ],
  outputs: [['logprobs', 'float', ['N', 'T', 3]]],
  nodes: [
    { op: 'Transpose', inputs: ['audio_signal'], outputs: ['x'], attributes: { perm: [0, 2, 1] } },
    { op: 'MatMul', inputs: ['x', 'weights'], outputs: ['y'] },
    { op: 'Add', inputs: ['y', 'bias'], outputs: ['logprobs'] },
  ],
  weights: {
    weights: { dims: [80, 3], floats: toneWeights(['low', 'high', 'silence']) },
    bias: { dims: [3], floats: [0, 0, 2] },
  },
  metadata: { vocab_size: 3, subsampling_factor: 1, normalize_type: '' },
};

/** The same as a transducer: a word is not repeated until the other one occurred. */
const toneEncoder: OnnxModel = {
  inputs: [
    ['x', 'float', ['N', 'T', 80]],
    ['x_lens', 'int64', ['N']],
  ],
  outputs: [
    ['encoder_out', 'float', ['N', 'S', 3]],
    ['encoder_out_lens', 'int64', ['N']],
  ],
  nodes: [
    { op: 'Slice', inputs: ['x', 'zero', 'end', 'one', 'four'], outputs: ['every4'] },
    { op: 'MatMul', inputs: ['every4', 'weights'], outputs: ['y'] },
    { op: 'Add', inputs: ['y', 'bias'], outputs: ['encoder_out'] },
    { op: 'Add', inputs: ['x_lens', 'three'], outputs: ['rounded'] },
    { op: 'Div', inputs: ['rounded', 'four'], outputs: ['encoder_out_lens'] },
  ],
  weights: {
    weights: { dims: [80, 3], floats: toneWeights(['silence', 'low', 'high']) },
    bias: { dims: [3], floats: [2, 0, 0] },
    zero: { dims: [1], ints: [0] },
    one: { dims: [1], ints: [1] },
    three: { dims: [1], ints: [3] },
    four: { dims: [1], ints: [4] },
    end: { dims: [1], ints: [1_000_000_000] },
  },
  metadata: { model_type: 'zipformer2' },
};

const toneDecoder: OnnxModel = {
  inputs: [['y', 'int64', ['N', 2]]],
  outputs: [['decoder_out', 'float', ['N', 3]]],
  nodes: [
    { op: 'Gather', inputs: ['y', 'last'], outputs: ['token'], attributes: { axis: 1 } },
    { op: 'Gather', inputs: ['penalties', 'token'], outputs: ['decoder_out'] },
  ],
  weights: {
    last: { dims: [], ints: [1] },
    penalties: { dims: [3, 3], floats: [0, 0, 0, 0, -1_000, 0, 0, 0, -1_000] },
  },
  metadata: { vocab_size: 3, context_size: 2 },
};

const toneJoiner: OnnxModel = {
  inputs: [
    ['encoder_out', 'float', ['N', 3]],
    ['decoder_out', 'float', ['N', 3]],
  ],
  outputs: [['logit', 'float', ['N', 3]]],
  nodes: [{ op: 'Add', inputs: ['encoder_out', 'decoder_out'], outputs: ['logit'] }],
  metadata: { joiner_dim: 3 },
};

/** Token ids of the Whisper model below. */
const WHISPER_TOKENS = ['low', 'high', 'eot', 'sot', 'transcribe', 'translate', 'speech', 'en', 'ru', 'none'];
const [, , EOT, SOT, TRANSCRIBE, TRANSLATE, NO_SPEECH, EN, RU, NO_TIMES] = WHISPER_TOKENS.keys();

/** Recognizes one word per file: «low» in English or «high» in Russian, by the predominant tone. */
const whisperEncoder: OnnxModel = {
  inputs: [['mel', 'float', ['N', 80, 'T']]],
  outputs: [
    ['n_layer_cross_k', 'float', [1, 'N', 1, 2]],
    ['n_layer_cross_v', 'float', [1, 'N', 1, 2]],
  ],
  nodes: [
    { op: 'Transpose', inputs: ['mel'], outputs: ['x'], attributes: { perm: [0, 2, 1] } },
    { op: 'MatMul', inputs: ['x', 'weights'], outputs: ['y'] },
    { op: 'ReduceMean', inputs: ['y'], outputs: ['mean'], attributes: { axes: [1], keepdims: 1 } },
    { op: 'Unsqueeze', inputs: ['mean', 'zero'], outputs: ['n_layer_cross_k'] },
    { op: 'Unsqueeze', inputs: ['mean', 'zero'], outputs: ['n_layer_cross_v'] },
  ],
  weights: {
    weights: { dims: [80, 2], floats: toneWeights(['low', 'high']) },
    zero: { dims: [1], ints: [0] },
  },
  metadata: {
    model_type: 'whisper-tone',
    n_mels: 80,
    n_text_layer: 1,
    n_text_ctx: 448,
    n_text_state: 2,
    n_vocab: WHISPER_TOKENS.length,
    sot: Number(SOT),
    eot: Number(EOT),
    blank_id: Number(EOT),
    transcribe: Number(TRANSCRIBE),
    translate: Number(TRANSLATE),
    is_multilingual: 1,
    no_timestamps: Number(NO_TIMES),
    no_speech: Number(NO_SPEECH),
    sot_sequence: [SOT, EN, TRANSCRIBE].join(','),
    all_language_tokens: [EN, RU].join(','),
    all_language_codes: 'en,ru',
  },
};

/** The token after `from` is one of `next`, by the tones. */
function chain(from: (number | undefined)[], next: (number | undefined)[]): Map<number, number[]> {
  const row = WHISPER_TOKENS.map((_, token) => (next.includes(token) ? 0 : -1_000_000));
  return new Map(from.map((token) => [Number(token), row]));
}

const rows = new Map([...chain([SOT], [EN, RU]), ...chain([NO_TIMES], [0, 1]), ...chain([0, 1], [EOT])]);

const whisperDecoder: OnnxModel = {
  inputs: [
    ['tokens', 'int64', ['N', 'K']],
    ['in_n_layer_self_k_cache', 'float', [1, 'N', 448, 2]],
    ['in_n_layer_self_v_cache', 'float', [1, 'N', 448, 2]],
    ['n_layer_cross_k', 'float', [1, 'N', 'T', 2]],
    ['n_layer_cross_v', 'float', [1, 'N', 'T', 2]],
    ['offset', 'int64', [1]],
  ],
  outputs: [
    ['logits', 'float', ['N', 'K', WHISPER_TOKENS.length]],
    ['out_n_layer_self_k_cache', 'float', [1, 'N', 448, 2]],
    ['out_n_layer_self_v_cache', 'float', [1, 'N', 448, 2]],
  ],
  nodes: [
    { op: 'Gather', inputs: ['rows', 'tokens'], outputs: ['following'] },
    { op: 'MatMul', inputs: ['n_layer_cross_k', 'tones'], outputs: ['recognized4'] },
    { op: 'Squeeze', inputs: ['recognized4', 'zero'], outputs: ['recognized'] },
    { op: 'Add', inputs: ['following', 'recognized'], outputs: ['logits'] },
    { op: 'Identity', inputs: ['in_n_layer_self_k_cache'], outputs: ['out_n_layer_self_k_cache'] },
    { op: 'Identity', inputs: ['in_n_layer_self_v_cache'], outputs: ['out_n_layer_self_v_cache'] },
  ],
  weights: {
    rows: {
      dims: [WHISPER_TOKENS.length, WHISPER_TOKENS.length],
      floats: WHISPER_TOKENS.flatMap((_, token) => rows.get(token) ?? WHISPER_TOKENS.map(() => 0)),
    },
    tones: {
      dims: [2, WHISPER_TOKENS.length],
      floats: [[0, EN], [1, RU]].flatMap((own) => WHISPER_TOKENS.map((_, token) => (own.includes(token) ? 1 : 0))), // prettier-ignore
    },
    zero: { dims: [1], ints: [0] },
  },
};

const spelled = (tokens: readonly string[]): string => tokens.map((token, id) => `${token} ${id}\n`).join('');

/** Writes one directory per recognizer with the file names of sherpa-onnx releases. */
export async function writeToneRecognizers(directory: string): Promise<void> {
  const base64 = WHISPER_TOKENS.map((token) => Buffer.from(` ${token}`).toString('base64'));
  const files: Record<string, Buffer | string> = {
    'ctc/model.onnx': onnxGraph(toneCtc),
    'ctc/tokens.txt': spelled(['▁low', '▁high', '<blk>']),
    'transducer/encoder.onnx': onnxGraph(toneEncoder),
    'transducer/decoder.onnx': onnxGraph(toneDecoder),
    'transducer/joiner.onnx': onnxGraph(toneJoiner),
    'transducer/tokens.txt': spelled(['<blk>', '▁low', '▁high']),
    'whisper/tone-encoder.onnx': onnxGraph(whisperEncoder),
    'whisper/tone-decoder.onnx': onnxGraph(whisperDecoder),
    'whisper/tone-tokens.txt': spelled(base64),
  };
  for (const name of ['ctc', 'transducer', 'whisper']) {
    await mkdir(join(directory, name), { recursive: true });
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(directory, name), content);
}
