import type { SplitText } from '../split-words';
import { toSequence } from './digit-sequences';
import type { NumberRewrite } from './write-numbers';
import { alternatives } from '../word-lists';
import { textAfter, textBefore } from '../spans';

const oneOf = alternatives('text');

/** Documents and plates that have letters among their digits. */
const codeBefore = new RegExp(`(?<!\\p{L})${oneOf('codes-announced')}(?!\\p{L})[^\\d\\n]{0,40}$`, 'iu');
const REACH = 60;
/** Farther, for the letters before a number; saves the longer search. */
const announced = new RegExp(`(?<!\\p{L})${oneOf('codes-announced')}(?!\\p{L})`, 'iu');
const FAR = 240;
const LENGTH_MIN = 5;
const LENGTH_MAX = 17;
const gap = /^(?:[ -]|, )?$/;
/** Words of one letter that may stand behind a number and begin something else. */
const wordsOfOneLetter = /^[aiавикосуя]$/iu;

const natoAlphabet =
  'alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey whisky x-ray xray yankee zulu';
const nato: ReadonlySet<string> = new Set(natoAlphabet.split(' '));

interface Part {
  start: number;
  end: number;
  written: string;
  rewrite: NumberRewrite | null;
}

/** Letters that are said among digits become one code with them: “seven k l m three two nine”: “7KLM329”. */
export function writeCodes(document: SplitText, rewrites: readonly NumberRewrite[]): NumberRewrite[] {
  const { text } = document;
  const isAnnounced = ({ written, start }: NumberRewrite): boolean =>
    /^\d/.test(written) && announced.test(textBefore(text, start, FAR));
  if (!rewrites.some(isAnnounced)) return [...rewrites];
  const parts = partsOf(document, rewrites);
  const joined: NumberRewrite[] = [];
  for (let at = 0; at < parts.length;) {
    const end = endOfCode(document.text, parts, at);
    const code = parts.slice(at, end);
    const first = code[0];
    if (first !== undefined && isCode(document.text, code)) {
      const sequence = toSequence(code.flatMap(({ rewrite }) => rewrite?.sequence.numbers ?? []));
      const written = code
        .map((part) => part.written)
        .join('')
        .toUpperCase();
      joined.push({ start: first.start, end: code.at(-1)?.end ?? first.end, written, sequence });
    } else joined.push(...code.flatMap(({ rewrite }) => (rewrite === null ? [] : [rewrite])));
    at = end;
  }
  return joined;
}

/** Numbers and letters in order; of Russian plates two or three letters may be one word. */
function partsOf({ words }: SplitText, rewrites: readonly NumberRewrite[]): Part[] {
  const letters = words.flatMap(({ start, end, folded }): Part[] => {
    if (nato.has(folded)) return [{ start, end, written: folded.charAt(0), rewrite: null }];
    const isShort = end - start === 1 || (end - start <= 3 && /^[авекмнорстух]+$/u.test(folded));
    return isShort ? [{ start, end, written: folded, rewrite: null }] : [];
  });
  const numbers = rewrites.map((rewrite): Part => ({ ...rewrite, rewrite }));
  const inside = new Set(numbers.flatMap(({ start }) => [start]));
  return [...numbers, ...letters.filter(({ start }) => !inside.has(start))]
    .sort((a, b) => a.start - b.start)
    .filter((part, i, all) => part.rewrite !== null || part.start >= (all[i - 1]?.end ?? 0));
}

/** Where the parts that follow each other at once end; a letter that begins the next words is none. */
function endOfCode(text: string, parts: readonly Part[], at: number): number {
  let end = at + 1;
  while (end < parts.length && gap.test(text.slice(parts[end - 1]?.end, parts[end]?.start))) end += 1;
  while (end > at + 1 && isNextWord(text, parts[end - 1])) end -= 1;
  return end;
}

function isNextWord(text: string, part: Part | undefined): boolean {
  return (
    part !== undefined &&
    part.rewrite === null &&
    wordsOfOneLetter.test(part.written) &&
    /^ \p{L}/u.test(textAfter(text, part.end, 2))
  );
}

function isCode(text: string, code: readonly Part[]): boolean {
  const written = code.map((part) => part.written).join('');
  const start = code[0]?.start ?? 0;
  return (
    written.length >= LENGTH_MIN &&
    written.length <= LENGTH_MAX &&
    /\p{L}/u.test(written) &&
    (written.match(/\d/g)?.length ?? 0) >= 3 &&
    /^[\p{L}\d]+$/u.test(written) &&
    codeBefore.test(textBefore(text, start, REACH))
  );
}
