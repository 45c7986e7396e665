import { type SplitText, splitWords } from '../split-words';
import { readNumbers } from './read-numbers';
import type { Span } from '../spans';
import { writeNumbers } from './write-numbers';
import { WrittenText } from './written-text';
import { alternatives } from '../word-lists';

const oneOf = alternatives('text');

/** A part of an address of the net as it is said: a word, a number in digits, or a sign. */
export interface SpokenPart extends Span {
  /** As it is typed. */
  typed: string;
  kind: 'word' | 'number' | 'sign';
  /** Nothing but a blank, a bracket or a typed sign parts it from the part before. */
  isNext: boolean;
  /** “[at]” */
  isBracketed: boolean;
}

const signWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '.': 'точка dot',
    '@': 'собака собаки собачка at',
    _: 'подчеркивание underscore',
    '-': 'дефис тире минус dash hyphen',
    '/': 'слэш слеш slash',
    '+': 'плюс plus',
  }).flatMap(([sign, list]) => list.split(' ').map((word): [string, string] => [word, sign])),
);
/** Words that are hardly ever said of anything but a sign. */
const telling = new RegExp(`^${oneOf('spoken-signs')}$`, 'u');
const bracketedAt = /[[({](?:at|собак[аи]|собачка)[\])}]/iu;
const blankGap = /^[\])}]?[ \u00a0]{0,2}[[({]?$/;
const signGap = /^[._+/@-]$/;

/** Whether signs of addresses are said anywhere in a text. */
export function hasSpokenSigns({ text, words }: SplitText): boolean {
  return words.some(({ folded }) => signWords.has(folded) && telling.test(folded)) || bracketedAt.test(text);
}

/** The words, numbers and signs of a text, signs that are said as they are typed. Linear. */
export function readSpokenParts(source: SplitText): SpokenPart[] {
  const parts: SpokenPart[] = [];
  for (const item of itemsOf(source)) {
    const last = parts.at(-1);
    if (last !== undefined && item.start < last.end) continue;
    // «нижнее подчёркивание»
    const isSplit = item.typed === '_' && last?.typed === 'нижнее';
    if (isSplit) parts.pop();
    parts.push(...partsBehind(source.text, parts.at(-1), isSplit ? { ...item, start: last.start } : item));
  }
  return parts;
}

/** An item as it follows the part before, with the typed sign between them. */
function partsBehind(text: string, before: SpokenPart | undefined, item: Item): SpokenPart[] {
  if (before === undefined) return [{ ...item, isNext: false, isBracketed: false }];
  const gap = text.slice(before.end, item.start);
  const part = { ...item, isNext: blankGap.test(gap), isBracketed: /[[({]$/.test(gap) };
  if (!signGap.test(gap)) return [part];
  const between = { start: before.end, end: item.start, isNext: true, isBracketed: false };
  return [
    { ...between, typed: gap, kind: 'sign' },
    { ...part, isNext: true },
  ];
}

type Item = Omit<SpokenPart, 'isNext' | 'isBracketed'>;

function itemsOf({ text, words }: SplitText): Item[] {
  const numbers = readNumbers({ text, words })
    .filter(({ isCount, ordinal, language }) => !isCount && ordinal === null && language !== null)
    .map(({ start, end, digits: typed }): Item => ({ start, end, typed, kind: 'number' }));
  const digits = Array.from(text.matchAll(/\d{1,20}/g), ({ 0: typed, index: start }): Item => {
    return { start, end: start + typed.length, typed, kind: 'number' };
  });
  const said = words.map(({ start, end, folded }): Item => {
    const sign = signWords.get(folded);
    return sign === undefined
      ? { start, end, typed: text.slice(start, end).toLowerCase(), kind: 'word' }
      : { start, end, typed: sign, kind: 'sign' };
  });
  // A number comes before the word that it begins with.
  return [...numbers, ...digits, ...said].sort((a, b) => a.start - b.start || b.end - a.end);
}

/** Last labels of hosts as they are said; behind one without «точка» too: «собака яндекс ру». */
export const topDomains: ReadonlySet<string> = new Set(
  'com net org edu gov info biz io co uk us ca au nz ie de fr it es nl pl eu me tv app dev online site shop example ru su by kz ua рф ру ком нет орг инфо онлайн сайт рус su'.split(
    ' ',
  ),
);
/** An address as machines write it: «иван точка лунин собака почта ру» is «иван.лунин@почта.ру». */
function typeAddress(source: SplitText): string {
  const parts = readSpokenParts(source);
  const at = parts.findIndex(({ typed }) => typed === '@');
  return parts
    .map(({ typed, kind }, i) => {
      const isDotLess =
        i === parts.length - 1 && i > at && at >= 0 && kind === 'word' && parts[i - 1]?.kind === 'word';
      return isDotLess && topDomains.has(typed) ? `.${typed}` : typed;
    })
    .join('');
}

/** A value as it is written, in digits or with typed signs, however it was said; others stay. */
export function writeValue(value: string, isTyped = false): string {
  const words = splitWords(value);
  if (isTyped) return hasSpokenSigns({ text: value, words }) ? typeAddress({ text: value, words }) : value;
  const numbers = readNumbers({ text: value, words });
  if (numbers.length === 0) return value;
  const rewrites = writeNumbers(value, numbers);
  return new WrittenText(value, { start: 0, end: value.length }, rewrites).text;
}
