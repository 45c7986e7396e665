import { charClass, charClasses } from './char-classes';
import { addUnit, emptyHash, type WordHash } from './word-table';

/** How a token is written. A single other character stands for itself, above all of these. */
export const shape = {
  lineEnd: 1, digit: 2, twoDigits: 3, fourDigits: 4, digits: 5, marks: 6,
  initial: 7, letter: 8, shortCaps: 9, caps: 10, doubleTitle: 11, camel: 12, title: 13, mixed: 14, lower: 15,
  singleMark: 0x100,
} as const; // prettier-ignore

/** Of the first letter. */
export const script = { cyrillic: 1, latin: 2, other: 3 } as const;

/** Letters of a word that are read; what is behind them counts for nothing. */
const LONGEST = 64;
const LONGEST_SHORT_CAPS = 4;
const HYPHEN = 0x2d;

/** The folded form of each code unit: lower case, ё as е, one hyphen and one apostrophe. */
const folds = foldTable();

function foldTable(): Uint16Array {
  const table = new Uint16Array(0x1_0000);
  for (let unit = 0; unit < table.length; unit += 1) {
    const kind = charClasses[unit] ?? 0;
    const lower = kind & charClass.upper ? String.fromCharCode(unit).toLowerCase() : '';
    table[unit] = lower.length === 1 ? lower.charCodeAt(0) : unit;
  }
  for (const [from = '', to = ''] of ['ёе', 'Ёе', "’'", '‑-']) table[from.charCodeAt(0)] = to.charCodeAt(0);
  return table;
}

/** One word at a time, read once: its folded letters, their hashes, its shape. */
export class WordReader {
  length = 0;
  shape = 0;
  script = 0;
  hyphenAt = -1;
  readonly units = new Uint16Array(LONGEST);
  readonly hash: WordHash = { ...emptyHash };
  readonly #hashes = new Int32Array(LONGEST + 1);
  readonly #part: WordHash = { ...emptyHash };

  read(text: string, start: number, end: number): void {
    this.length = Math.min(end - start, LONGEST);
    restart(this.hash);
    this.hyphenAt = -1;
    let lateUppers = 0;
    let uppersBehindHyphen = 0;
    let lowers = 0;
    let uppers = 0;
    for (let i = 0; i < this.length; i += 1) {
      const unit = text.charCodeAt(start + i);
      const kind = charClasses[unit] ?? 0;
      const folded = folds[unit] ?? unit;
      if (folded === HYPHEN) this.hyphenAt = i;
      if (kind & charClass.lower) lowers += 1;
      if (kind & charClass.upper) {
        uppers += 1;
        if (i > 1) lateUppers += 1;
        if (this.hyphenAt === i - 1 && i > 0) uppersBehindHyphen += 1;
      }
      this.units[i] = folded;
      addUnit(this.hash, folded);
      this.#hashes[i + 1] = this.hash.a;
    }
    const first = charClasses[text.charCodeAt(start)] ?? 0;
    this.script = scriptOf(first);
    this.shape = shapeOf(this.length, {
      opens: (first & charClass.upper) !== 0,
      uppers,
      lowers,
      lateUppers,
      uppersBehindHyphen,
    });
  }

  /** A hash of the first letters. */
  prefix(length: number): number {
    return this.#hashes[length] || 1;
  }

  /** A hash of the last letters. */
  suffix(length: number): number {
    let hash = emptyHash.a;
    for (let i = Math.max(0, this.length - length); i < this.length; i += 1) {
      hash = Math.imul(hash ^ (this.units[i] ?? 0), 0x01000193);
    }
    return hash || 1;
  }

  /** The hashes of a part of the word, to look it up. */
  part(from: number, to: number): WordHash {
    restart(this.#part);
    for (let i = from; i < to; i += 1) addUnit(this.#part, this.units[i] ?? 0);
    return this.#part;
  }

  firstHyphen(): number {
    return this.units.subarray(0, this.length).indexOf(HYPHEN);
  }
}

function scriptOf(kind: number): number {
  if (kind & charClass.cyrillic) return script.cyrillic;
  return kind & charClass.latin ? script.latin : script.other;
}

function restart(hash: WordHash): void {
  hash.a = emptyHash.a;
  hash.b = emptyHash.b;
}

interface Capitals {
  opens: boolean;
  uppers: number;
  lowers: number;
  /** Capitals that are neither first nor second. */
  lateUppers: number;
  uppersBehindHyphen: number;
}

function shapeOf(
  length: number,
  { opens, uppers, lowers, lateUppers, uppersBehindHyphen }: Capitals,
): number {
  if (length === 1) return opens ? shape.initial : shape.letter;
  if (uppers > 0 && lowers === 0) return length <= LONGEST_SHORT_CAPS ? shape.shortCaps : shape.caps;
  if (!opens) return uppers > 0 ? shape.mixed : shape.lower;
  if (uppersBehindHyphen > 0) return shape.doubleTitle;
  return lateUppers > 0 ? shape.camel : shape.title;
}

/** The shapes that only differ by length or by what follows the first letter are one. */
export function caseOf(written: number): number {
  if (written === shape.lower) return shape.letter;
  if (written === shape.caps) return shape.shortCaps;
  return written === shape.doubleTitle ? shape.title : written;
}
