import { LABELS, pairs } from './labels';

/**
 * The file: five numbers of 32 bits first (magic, mark of the features, bits of a hash, what one step of a weight is worth,
 * what is taken from “no name”), then the scores of pairs, then a row of bytes for each
 * hash.
 */
export const weightsFile = { magic: 0x3152504d, headerBytes: 20 } as const;

/** Added to each weight, so that sums of two in one number do not mix. */
const BIAS = 128;
/** Numbers of 32 bits that hold the row of a hash: four weights in the first, the fifth in the second. */
const ROW = 2;
/** Every other of four weights, with room above each for the sum of many. */
const EVEN = 0x00ff_00ff;
const LANE = 16;
const LOW = 0xffff;

/** Quantised weights: a row of labels for each hash of a feature, and scores of pairs of neighbours. */
export class Weights {
  /** The score of each of the pairs of labels. */
  readonly pairs: Float64Array;
  readonly #mask: number;
  readonly #step: number;
  readonly #outsideBias: number;
  /** Rows of weights, a byte each: small, as most of the time goes into fetching them. */
  readonly #rows: Int32Array;

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
    this.#rows = packRows(rows, rowCount);
  }

  /** Add up the rows of the features of a token, into the labels of its place in `scores`. */
  score(features: { hashes: Int32Array; count: number }, scores: Float64Array, token: number): void {
    const { hashes, count } = features;
    const rows = this.#rows;
    const mask = this.#mask;
    let even = 0;
    let odd = 0;
    let last = 0;
    for (let i = 0; i < count; i += 1) {
      const row = ((hashes[i] ?? 0) & mask) * ROW;
      const four = rows[row] ?? 0;
      even = (even + (four & EVEN)) | 0;
      odd = (odd + ((four >>> 8) & EVEN)) | 0;
      last = (last + (rows[row + 1] ?? 0)) | 0;
    }
    const at = token * LABELS;
    const bias = count * BIAS;
    scores[at] = ((even & LOW) - bias) * this.#step - this.#outsideBias;
    scores[at + 1] = ((odd & LOW) - bias) * this.#step;
    scores[at + 2] = ((even >>> LANE) - bias) * this.#step;
    scores[at + 3] = ((odd >>> LANE) - bias) * this.#step;
    scores[at + 4] = (last - bias) * this.#step;
  }
}

function packRows(bytes: Uint8Array, count: number): Int32Array {
  const rows = new Int32Array(count * ROW);
  for (let row = 0; row < count; row += 1) {
    for (let one = 0; one < LABELS; one += 1) {
      const weight = ((bytes[row * LABELS + one] ?? 0) << 24) >> 24;
      const at = row * ROW + (one >>> 2);
      rows[at] = (rows[at] ?? 0) | ((weight + BIAS) << (8 * (one & 3)));
    }
  }
  return rows;
}
