import { LABELS, pairs } from './labels';

/**
 * The file: five numbers of 32 bits first (magic, mark of the features, bits of a hash, what one step of a weight is worth,
 * what is taken from “no name”), then the scores of pairs, then a row of bytes for each
 * hash.
 */
export const weightsFile = { magic: 0x3152504d, headerBytes: 20 } as const;

/** Added to each weight, so that sums of two in one number do not mix. */
const BIAS = 128;
const LANE = 16;
const LOW = 0xffff;
const LANES = Math.ceil(LABELS / 2);

/** Quantised weights: a row of labels for each hash of a feature, and scores of pairs of neighbours. */
export class Weights {
  /** The score of each of the pairs of labels. */
  readonly pairs: Float64Array;
  readonly #mask: number;
  readonly #step: number;
  readonly #outsideBias: number;
  /** Two weights in each number, so that one addition adds both. */
  readonly #lanes: Int32Array;

  /** @throws Error when the bytes are none of weights, or of weights for other features; `name` is for its words. */
  constructor(bytes: Uint8Array, { features, name }: { features: number; name: string }) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const { headerBytes, magic } = weightsFile;
    if (bytes.length < headerBytes || view.getUint32(0, true) !== magic)
      throw new Error(`${name} is no file of weights`);
    if (view.getUint32(4, true) !== features) {
      throw new Error(`${name} was trained for other features: run npm run pii:train`);
    }
    const rowCount = 2 ** view.getUint32(8, true);
    const rows = bytes.subarray(headerBytes + pairs.count * 4);
    if (rows.length !== rowCount * LABELS) throw new Error(`${name} is cut short`);
    this.#step = view.getFloat32(12, true);
    this.#outsideBias = view.getFloat32(16, true);
    this.#mask = rowCount - 1;
    this.pairs = Float64Array.from({ length: pairs.count }, (_, i) =>
      view.getFloat32(headerBytes + i * 4, true),
    );
    this.#lanes = packLanes(rows, rowCount);
  }

  /** Add up the rows of the features of a token, into the labels of its place in `scores`. */
  score(features: { hashes: Int32Array; count: number }, scores: Float64Array, token: number): void {
    const { hashes, count } = features;
    let first = 0;
    let second = 0;
    let third = 0;
    for (let i = 0; i < count; i += 1) {
      const lane = ((hashes[i] ?? 0) & this.#mask) * LANES;
      first = (first + (this.#lanes[lane] ?? 0)) | 0;
      second = (second + (this.#lanes[lane + 1] ?? 0)) | 0;
      third = (third + (this.#lanes[lane + 2] ?? 0)) | 0;
    }
    const at = token * LABELS;
    const bias = count * BIAS;
    scores[at] = ((first & LOW) - bias) * this.#step - this.#outsideBias;
    scores[at + 1] = ((first >>> LANE) - bias) * this.#step;
    scores[at + 2] = ((second & LOW) - bias) * this.#step;
    scores[at + 3] = ((second >>> LANE) - bias) * this.#step;
    scores[at + 4] = ((third & LOW) - bias) * this.#step;
  }
}

function packLanes(rows: Uint8Array, rowCount: number): Int32Array {
  const lanes = new Int32Array(rowCount * LANES);
  for (let row = 0; row < rowCount; row += 1) {
    for (let one = 0; one < LABELS; one += 1) {
      const weight = ((rows[row * LABELS + one] ?? 0) << 24) >> 24;
      const lane = row * LANES + (one >>> 1);
      lanes[lane] = (lanes[lane] ?? 0) | ((weight + BIAS) << (one & 1 ? LANE : 0));
    }
  }
  return lanes;
}
