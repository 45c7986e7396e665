import { type Match, confidence } from '../../document/match';
import { isRussianCity } from '../../lexicon/russian-cities';
import { russianAnchors as anchors, russianStreets } from './address-words';
import { type Word, fold } from '../../text/split-words';
import type { TextDocument } from '../../document/text-document';
import { parseRussianAddress } from './parse-russian-address';
import { alternatives } from '../../text/word-lists';
import { textAfter } from '../../text/spans';

const oneOf = alternatives('address');

const streetWords: ReadonlySet<string> = new Set(
  [...russianStreets].map((name) => name.split(' ')[0] ?? name),
);
/** An address begins at most so many words and signs before a word that tells it. */
const WORDS_BACK = 12;
const REACH = 110;
/** No word farther than this from a number belongs to its address; a span around digits reaches as far again. */
const NUMBER_REACH = 28;

/** Russian addresses: postcode to flat or the other way round, shortened, in lower case, over lines. */
export function findRussianAddresses(document: TextDocument): Match[] {
  const { text, words, digitSpans } = document;
  const found: Match[] = [];
  // Neighbouring words ask for the same beginnings.
  const ends = new Map<number, number | null>();
  const endOf = (start: number): number | null => {
    let end = ends.get(start);
    if (end === undefined) {
      end = mayBegin(text, start) ? (parseRussianAddress(text, start)?.end ?? null) : null;
      ends.set(start, end);
    }
    return end;
  };
  let from = 0;
  let span = 0;
  words.forEach((word) => {
    while ((digitSpans[span]?.end ?? Infinity) < word.start) span += 1;
    const isNumbered = (digitSpans[span]?.start ?? Infinity) < word.end + NUMBER_REACH;
    if (!isNumbered || word.start < from || word.script !== 'cyrillic' || !isAnchor(text, word)) return;
    const start = beginningsBefore(text, from, word.start).find((one) => (endOf(one) ?? 0) > word.start);
    if (start === undefined) return;
    from = endOf(start) ?? from;
    found.push({ start, end: from, type: 'ADDRESS', score: confidence.stated });
  });
  return found;
}

/** A word that tells an address: of one letter only before a full stop or a number («д. 5», «с. Покровка», «а/я 7»). */
function isAnchor(text: string, { folded, shape, end }: Word): boolean {
  if (folded.length === 1) return anchors.has(folded) && /^(?:[./\d]| \d|, )/.test(textAfter(text, end, 2));
  return anchors.has(folded) || streetWords.has(folded) || (shape !== 'lower' && isRussianCity(folded));
}

/** Where the address that a word stands in may begin, the farthest first. */
function beginningsBefore(text: string, from: number, anchor: number): number[] {
  const lowest = Math.max(from, anchor - REACH);
  const window = text.slice(lowest, anchor + 1);
  const paragraph = window.lastIndexOf('\n\n') + 1;
  return Array.from(window.matchAll(/(?<![\p{L}\d])[\p{L}\d№]/gu), ({ index }) => index)
    .filter((index) => index >= paragraph)
    .slice(-WORDS_BACK)
    .map((index) => lowest + index);
}

const beginningPattern = new RegExp(`^${oneOf('russian-beginnings')}`);

/** Whether a sign can begin an address: a number, a capital, a word of addresses. */
function mayBegin(text: string, start: number): boolean {
  if (!/[а-яё]/u.test(text.charAt(start))) return true;
  const word = /^[а-яё-]{1,25}/u.exec(textAfter(text, start, 25))?.[0] ?? '';
  const folded = fold(word);
  return (
    anchors.has(folded) ||
    streetWords.has(folded) ||
    /(?:[иыо]й|[ао][яе]|ую)$/.test(word) ||
    beginningPattern.test(word) ||
    isRussianCity(folded)
  );
}
