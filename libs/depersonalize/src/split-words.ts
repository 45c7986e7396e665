/** How a word uses capitals. */
export type WordShape = 'lower' | 'title' | 'caps' | 'mixed';
export type Script = 'cyrillic' | 'latin' | 'other';

/** A run of letters, hyphens and apostrophes inside it included («Мария-Луиза», “O’Brien”). */
export interface Word {
  /** UTF-16 offsets into the text. */
  start: number;
  end: number;
  /** Lower case, ё as е: what lexicons are asked for. */
  folded: string;
  shape: WordShape;
  script: Script;
}

const OTHER = 0;
const UPPER = 1;
const LOWER = 2;
const CYRILLIC = 4;
const LATIN = 8;
const JOINER = 16;
const MARK = 32;
const LETTER = UPPER | LOWER;

/** The class of each UTF-16 code unit, looked up instead of asked of a regex for every letter of a text. */
const classes = classTable();

function classTable(): Uint8Array {
  const table = new Uint8Array(0x1_0000);
  for (let unit = 0; unit < 0xd800; unit += 1) {
    const char = String.fromCharCode(unit);
    if (/\p{L}/u.test(char)) table[unit] = letterClass(char);
    else if (/\p{M}/u.test(char)) table[unit] = MARK;
  }
  for (const joiner of "-'’‑ʼ") table[joiner.charCodeAt(0)] = JOINER;
  return table;
}

function letterClass(char: string): number {
  const size = /\p{Lu}|\p{Lt}/u.test(char) ? UPPER : LOWER;
  if (/\p{Script=Cyrillic}/u.test(char)) return size | CYRILLIC;
  return /\p{Script=Latin}/u.test(char) ? size | LATIN : size;
}

/** Every word of a text in order, in one linear pass. */
export function splitWords(text: string): Word[] {
  const found: Word[] = [];
  let at = 0;
  while (at < text.length) {
    if (((classes[text.charCodeAt(at)] ?? OTHER) & LETTER) === 0) {
      at += 1;
      continue;
    }
    const word = readWord(text, at);
    found.push(word);
    at = word.end;
  }
  return found;
}

function readWord(text: string, start: number): Word {
  let end = start;
  let uppers = 0;
  let lowers = 0;
  let scripts = 0;
  for (; end < text.length; end += 1) {
    const kind = classes[text.charCodeAt(end)] ?? OTHER;
    if (kind & LETTER) {
      if (kind & UPPER) uppers += 1;
      else lowers += 1;
      scripts |= kind & (CYRILLIC | LATIN);
    } else if (kind === JOINER) {
      // A joiner belongs to the word only between letters.
      if (((classes[text.charCodeAt(end + 1)] ?? OTHER) & LETTER) === 0) break;
    } else if (kind !== MARK) break;
  }
  const written = text.slice(start, end);
  return {
    start,
    end,
    folded: fold(written),
    shape: shapeOf(written, uppers, lowers),
    script: scripts === CYRILLIC ? 'cyrillic' : scripts === LATIN ? 'latin' : 'other',
  };
}

function shapeOf(written: string, uppers: number, lowers: number): WordShape {
  if (uppers === 0) return 'lower';
  const opens = ((classes[written.charCodeAt(0)] ?? OTHER) & UPPER) !== 0;
  if (lowers === 0) return uppers === 1 ? 'title' : 'caps';
  return opens && (uppers === 1 || /^\p{Lu}[\p{Ll}\p{M}]*(?:[-'’‑ʼ]?\p{Lu}[\p{Ll}\p{M}]+)*$/u.test(written))
    ? 'title'
    : 'mixed';
}

/** Lower case with ё as е, so that spellings of one word are equal. Keeps the length of Russian and English words. */
export function fold(text: string): string {
  return text.toLowerCase().replaceAll('ё', 'е').replaceAll('‑', '-').replaceAll('’', "'");
}
