import {
  addUnit,
  emptyHash,
  findSlots,
  wordTableFile,
  type WordHash,
  type WordSlots,
} from '@medley/person-model';

const SPARE = 1.23;
const SEGMENTS = 3;
const SPARE_BYTES = 4;

export interface WordTableWidths {
  valueBits: number;
  /** False-positive rate for unknown words: 1 in 2^fingerprintBits. */
  fingerprintBits: number;
  /** Palette that values index into; without one, values are stored as they are. */
  palette?: readonly number[];
}

/** The bytes of a `WordTable`: a static function over words, built by peeling a random hypergraph. */
export function buildWordTable(words: ReadonlyMap<string, number>, widths: WordTableWidths): Buffer {
  return buildHashTable({ keys: [...words.keys()].map(hashOf), values: [...words.values()] }, widths);
}

/** The same of hashes, each once, and their values. */
export function buildHashTable(
  { keys, values }: { keys: readonly WordHash[]; values: readonly number[] },
  widths: WordTableWidths,
): Buffer {
  const segment = Math.ceil((keys.length * SPARE) / SEGMENTS) + 8;
  for (let seed = 1; ; seed += 1) {
    const graph = new WordGraph(keys, { seed, segment });
    const order = graph.peel();
    if (order === null) continue;
    const cells = graph.fill(order, (i, fingerprint) => {
      const mask = 2 ** widths.fingerprintBits - 1;
      return (((fingerprint & mask) << widths.valueBits) | (values[i] ?? 0)) >>> 0;
    });
    return pack(cells, { seed, segment, ...widths });
  }
}

function hashOf(word: string): WordHash {
  const hash = { ...emptyHash };
  for (let i = 0; i < word.length; i += 1) addUnit(hash, word.charCodeAt(i));
  return hash;
}

interface Peeled {
  word: number;
  cell: number;
}

/** Words as hyperedges between their three cells. */
class WordGraph {
  readonly #cellsOf: Uint32Array;
  readonly #fingerprints: Uint32Array;
  readonly #degrees: Uint8Array;
  /** XOR of the words at each cell: the word itself when there is one. */
  readonly #words: Int32Array;
  readonly #size: number;

  constructor(keys: readonly WordHash[], place: { seed: number; segment: number }) {
    const size = place.segment * SEGMENTS;
    this.#size = size;
    this.#cellsOf = new Uint32Array(keys.length * SEGMENTS);
    this.#fingerprints = new Uint32Array(keys.length);
    this.#degrees = new Uint8Array(size);
    this.#words = new Int32Array(size);
    const slots: WordSlots = { first: 0, second: 0, third: 0, fingerprint: 0 };
    keys.forEach((key, word) => {
      findSlots(key, place, slots);
      this.#cellsOf.set([slots.first, slots.second, slots.third], word * SEGMENTS);
      this.#fingerprints[word] = slots.fingerprint;
      for (const cell of this.#cells(word)) this.#toggle(cell, word, 1);
    });
  }

  /** Peeling order: each word has a cell that no later word uses; null when peeling fails. */
  peel(): Peeled[] | null {
    const order: Peeled[] = [];
    const lonely = [...this.#degrees.keys()].filter((cell) => this.#degrees[cell] === 1);
    for (let cell = lonely.pop(); cell !== undefined; cell = lonely.pop()) {
      if (this.#degrees[cell] !== 1) continue;
      const word = this.#words[cell] ?? 0;
      order.push({ word, cell });
      for (const other of this.#cells(word)) {
        this.#toggle(other, word, -1);
        if (this.#degrees[other] === 1) lonely.push(other);
      }
    }
    return order.length === this.#fingerprints.length ? order : null;
  }

  fill(order: readonly Peeled[], cellOf: (word: number, fingerprint: number) => number): Uint32Array {
    const cells = new Uint32Array(this.#size);
    for (const { word, cell } of [...order].reverse()) {
      let value = cellOf(word, this.#fingerprints[word] ?? 0);
      for (const other of this.#cells(word)) if (other !== cell) value ^= cells[other] ?? 0;
      cells[cell] = value;
    }
    return cells;
  }

  #cells(word: number): Uint32Array {
    return this.#cellsOf.subarray(word * SEGMENTS, (word + 1) * SEGMENTS);
  }

  #toggle(cell: number, word: number, by: number): void {
    this.#degrees[cell] = (this.#degrees[cell] ?? 0) + by;
    this.#words[cell] = (this.#words[cell] ?? 0) ^ word;
  }
}

interface Header extends WordTableWidths {
  seed: number;
  segment: number;
}

function pack(
  cells: Uint32Array,
  { seed, segment, valueBits, fingerprintBits, palette = [] }: Header,
): Buffer {
  const width = valueBits + fingerprintBits;
  const { headerBytes, magic } = wordTableFile;
  const start = headerBytes + palette.length * 4;
  const bytes = Buffer.alloc(start + Math.ceil((cells.length * width) / 8) + SPARE_BYTES);
  [magic, seed, segment, valueBits, fingerprintBits, palette.length].forEach((value, i) =>
    bytes.writeUInt32LE(value, i * 4),
  );
  palette.forEach((colour, i) => bytes.writeUInt32LE(colour, headerBytes + i * 4));
  cells.forEach((cell, i) => {
    for (let bit = 0; bit < width; bit += 1) {
      const at = i * width + bit;
      const byte = start + (at >>> 3);
      if ((cell >>> bit) & 1) bytes[byte] = (bytes[byte] ?? 0) | (1 << (at & 7));
    }
  });
  return bytes;
}
