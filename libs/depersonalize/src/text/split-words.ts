import { charClass, charClasses } from '@medley/person-model';

/** How a word uses capitals. */
type WordShape = 'lower' | 'title' | 'caps' | 'mixed';
type Script = 'cyrillic' | 'latin' | 'other';

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

const {
  upper: UPPER,
  letter: LETTER,
  cyrillic: CYRILLIC,
  latin: LATIN,
  joiner: JOINER,
  mark: MARK,
} = charClass;

/** A text and its words. */
export interface SplitText {
  text: string;
  words: readonly Word[];
}

/** Every word of a text in order, in one linear pass. */
export function splitWords(text: string): Word[] {
  const found: Word[] = [];
  let at = 0;
  while (at < text.length) {
    if (((charClasses[text.charCodeAt(at)] ?? 0) & LETTER) === 0) {
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
    const kind = charClasses[text.charCodeAt(end)] ?? 0;
    if (kind & LETTER) {
      if (kind & UPPER) uppers += 1;
      else lowers += 1;
      scripts |= kind & (CYRILLIC | LATIN);
    } else if (kind === JOINER) {
      // A joiner belongs to the word only between letters.
      if (((charClasses[text.charCodeAt(end + 1)] ?? 0) & LETTER) === 0) break;
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
  const opens = ((charClasses[written.charCodeAt(0)] ?? 0) & UPPER) !== 0;
  if (lowers === 0) return uppers === 1 ? 'title' : 'caps';
  return opens && (uppers === 1 || /^\p{Lu}[\p{Ll}\p{M}]*(?:[-'’‑ʼ]?\p{Lu}[\p{Ll}\p{M}]+)*$/u.test(written))
    ? 'title'
    : 'mixed';
}

/** What few words have: to look for it is quicker than to replace it. */
const foldable = /[ё‑’]/;

/** Lower case with ё as е, so that spellings of one word are equal. Keeps the length of Russian and English words. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (!foldable.test(lower)) return lower;
  return lower.replaceAll('ё', 'е').replaceAll('‑', '-').replaceAll('’', "'");
}
