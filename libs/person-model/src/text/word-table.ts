/**
 * The file: six numbers of 32 bits (magic, seed, cells of a segment, bits of a value, bits of a fingerprint, size of the
 * palette), then the palette (32 bits each), then the cells.
 */
export const wordTableFile = { magic: 0x31544657, headerBytes: 24 } as const;

/** Two independent hashes of a word, from which everything else is mixed. */
export interface WordHash {
  a: number;
  b: number;
}

export const emptyHash: Readonly<WordHash> = { a: 0x811c9dc5 | 0, b: 0x5bd1e995 | 0 };

/** The hashes of a word of which one more code unit is read. */
export function addUnit(hash: WordHash, unit: number): void {
  hash.a = Math.imul(hash.a ^ unit, 0x01000193);
  hash.b = Math.imul(((hash.b << 5) | (hash.b >>> 27)) ^ unit, 0x9e3779b1);
}

/** Where a word's three cells are, and the fingerprint that tells known words from others. */
export interface WordSlots {
  first: number;
  second: number;
  third: number;
  fingerprint: number;
}

/** Fill `slots` for a word in a table of three segments of cells. */
export function findSlots(
  hash: WordHash,
  { seed, segment }: { seed: number; segment: number },
  slots: WordSlots,
): void {
  let a = hash.a ^ seed;
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b);
  a = Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  a ^= a >>> 16;
  let b = Math.imul(hash.b ^ (hash.b >>> 15) ^ (a >>> 3), 0x2c1b3c6d);
  b = Math.imul(b ^ (b >>> 12), 0x297a2d39);
  b ^= b >>> 15;
  const c = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77);
  slots.first = scale(a, segment);
  slots.second = segment + scale(b, segment);
  slots.third = 2 * segment + scale(c, segment);
  slots.fingerprint = Math.imul(a ^ (b >>> 7), 0xc2b2ae3d) >>> 12;
}

function scale(hash: number, size: number): number {
  return Math.floor(((hash >>> 0) / 0x1_0000_0000) * size);
}

/** What answers for a word with a small number, 0 when it does not know it. */
export interface WordLookup {
  get: (hash: WordHash) => number;
}

/** Words whose values are kept at hand; the frequent ones are most of a text. A power of two. */
const KEPT = 4096;

/**
 * A read-only map from words to small numbers in a few bits a word: three cells of a word, xor-ed, are its fingerprint
 * and its value. A word that is not in it is recognized by the fingerprint, wrongly once in 2^fingerprintBits.
 */
export class WordTable implements WordLookup {
  readonly #cells: Uint8Array;
  readonly #place: { seed: number; segment: number };
  readonly #valueBits: number;
  readonly #cellBits: number;
  /** What values stand for, when the file says so. */
  readonly #palette: readonly number[];
  readonly #slots: WordSlots = { first: 0, second: 0, third: 0, fingerprint: 0 };

  /** Hashes of words read last, each at a place of its own, and their values plus one; 0: none yet. */
  readonly #keptA = new Int32Array(KEPT);
  readonly #keptB = new Int32Array(KEPT);
  readonly #keptValues = new Int32Array(KEPT);

  /** @throws Error when the bytes are no such table; `name` is for its words. */
  constructor(bytes: Uint8Array, name: string) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < wordTableFile.headerBytes || view.getUint32(0, true) !== wordTableFile.magic)
      throw new Error(`${name} is no table of words`);
    this.#place = { seed: view.getUint32(4, true), segment: view.getUint32(8, true) };
    this.#valueBits = view.getUint32(12, true);
    this.#cellBits = this.#valueBits + view.getUint32(16, true);
    const colours = view.getUint32(20, true);
    this.#cells = bytes.subarray(wordTableFile.headerBytes + colours * 4);
    if (this.#cells.length < cellBytes(this.#place.segment * 3, this.#cellBits))
      throw new Error(`${name} is cut short`);
    this.#palette = Array.from({ length: colours }, (_, i) =>
      view.getUint32(wordTableFile.headerBytes + i * 4, true),
    );
  }

  /** The value of a word, 0 when it is unknown. */
  get(hash: WordHash): number {
    const { a, b } = hash;
    const at = (a ^ (b >>> 12)) & (KEPT - 1);
    const kept = this.#keptValues[at] ?? 0;
    if (kept !== 0 && this.#keptA[at] === a && this.#keptB[at] === b) return kept - 1;
    const value = this.#find(hash);
    this.#keptA[at] = a;
    this.#keptB[at] = b;
    this.#keptValues[at] = value + 1;
    return value;
  }

  #find(hash: WordHash): number {
    const slots = this.#slots;
    findSlots(hash, this.#place, slots);
    const cell = this.#cell(slots.first) ^ this.#cell(slots.second) ^ this.#cell(slots.third);
    const mask = 2 ** (this.#cellBits - this.#valueBits) - 1;
    if (cell >>> this.#valueBits !== (slots.fingerprint & mask)) return 0;
    const value = cell & (2 ** this.#valueBits - 1);
    return this.#palette[value] ?? value;
  }

  #cell(index: number): number {
    const bit = index * this.#cellBits;
    const at = bit >>> 3;
    const shift = bit & 7;
    const low =
      this.#byte(at) | (this.#byte(at + 1) << 8) | (this.#byte(at + 2) << 16) | (this.#byte(at + 3) << 24);
    const cell = shift === 0 ? low >>> 0 : (low >>> shift) | (this.#byte(at + 4) << (32 - shift));
    return this.#cellBits === 32 ? cell >>> 0 : cell & ((1 << this.#cellBits) - 1);
  }

  #byte(at: number): number {
    return this.#cells[at] ?? 0;
  }
}

/** Four bytes more than the cells need, so that the last one is read like any other. */
function cellBytes(count: number, bits: number): number {
  return Math.ceil((count * bits) / 8) + 4;
}
