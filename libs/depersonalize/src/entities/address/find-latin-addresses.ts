import { type Match, confidence } from '../../document/match';
import type { TextDocument } from '../../document/text-document';
import { readLatinCore } from './read-latin-core';
import { readLatinTail } from './read-latin-tail';
import { readLatinUnits, readRun } from './read-run';
import { alternatives } from '../../text/word-lists';
import { textAfter, textBefore } from '../../text/spans';

const oneOf = alternatives('address');

interface Reading {
  start: number;
  end: number;
  isStrong: boolean;
}

const numberPattern = /(?<![\p{L}\d.,:/#-])(?:\d{1,6}[a-z]?|s\/n)(?![\p{L}\d])/giu;
/** Words that say an address follows. */
const announcement = new RegExp(`${oneOf('address-announced')}[: ]{0,2}\\s?$`, 'iu');
/** Enough where a house stands before a street. */
const preposition = /(?:^|\s)(?:at|on|to|near|from|by)\s$/iu;
const ANNOUNCEMENT_REACH = 90;
/** A flat before the house: “Flat 3, 45 Elm Grove”. */
const unitBefore = new RegExp(
  `(?<![\\p{L}\\d])${oneOf('units-before-street')}\\.? #?[a-z]?\\d{1,5}[a-z]?,? $`,
  'iu',
);
/** “Anna and Main Street 5”: a corner of two streets. */
const crossingBefore =
  /(?:^|(?<=[\n:?!]|[:.?!] |(?:\bat|\bon|\bof|\bis|\bto|\bfrom) ))\p{Lu}[\p{L}'’-]{1,24}(?: \p{Lu}[\p{L}'’-]{1,24})? and $/u;
/** “12 larch st”, “12b n larch hill rd” */
const smallStreet = new RegExp(
  `^\\d{1,5}[a-z]? (?:(?:[a-z'’.]{1,16}|\\d{1,3}(?:st|nd|rd|th)) ){1,4}${oneOf('streets-in-small-letters')}(?![\\p{L}])`,
  'u',
);
const postcodeEnd =
  /(?:[ ,\n](?:a[klrz]|c[aot]|d[ce]|fl|ga|hi|i[adln]|k[sy]|la|m[adeinost]|n[cdehjmvy]|o[hkr]|pa|ri|s[cd]|t[nx]|ut|v[at]|w[aivy]),? {1,2}\d{5}(?:-\d{4})?|, ?[a-z ,]{3,30} \d{5}|[ ,\n](?:[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}|[a-z]\d[a-z] ?\d[a-z]\d|(?:nsw|vic|qld|wa|sa|tas|act|nt) \d{4}))$/;
const addressBefore = new RegExp(`(?<!\\p{L})${oneOf('address-before')} ?[:=-]? {1,3}$`, 'iu');
const SMALL_REACH = 60;
const WORDS_BACK = 8;
const wordGap = /^[. \t\u00a0]{1,2}$/;
/** “Calle Mayor, 12”, “Aleea Crinului, Bloc 7” */
const houseGap = /^(?:[. \t\u00a0]{1,2}|, ?)$/;
const houseWord = /^(?:bloc|nr|no|num|número)\.? $/iu;

/** Addresses in Latin and Greek letters: the house and its street, flats, city, state, country, postcode. */
export function findLatinAddresses(document: TextDocument): Match[] {
  const { text, digitSpans } = document;
  const isLower = document.words.every(({ shape }) => shape === 'lower');
  const found: Match[] = [];
  // Neighbouring numbers ask for the same beginnings.
  const readings = new Map<number, Reading | null>();
  const read = (start: number): Reading | null => {
    let reading = readings.get(start);
    if (reading === undefined) readings.set(start, (reading = readAt(text, start, isLower)));
    return reading;
  };
  const readSmall = (at: number): Reading | null => (isLower ? null : readLowerLine(text, at));
  let from = 0;
  for (const span of digitSpans) {
    for (const { index, 0: number } of text.slice(span.start, span.end).matchAll(numberPattern)) {
      const at = span.start + index;
      if (at < from || !isBesideLatin(document, at, at + number.length)) continue;
      const all = beginningsBefore(document, from, at).map(read);
      const reading =
        all.find((one) => one?.isStrong && one.end > at) ??
        all.find((one) => one && one.end > at) ??
        readSmall(at);
      if (!reading) continue;
      const { start, end } = widen(text, reading, from);
      found.push({
        start,
        end,
        type: 'ADDRESS',
        score: reading.isStrong ? confidence.stated : confidence.shown,
      });
      from = end;
    }
  }
  return found;
}

/** Whether a word beside a number is of another script than the Cyrillic. */
function isBesideLatin({ words, wordFrom }: TextDocument, start: number, end: number): boolean {
  const next = wordFrom(end);
  const [before, after] = [words[next - 1], words[next]];
  return (
    (before !== undefined && before.script !== 'cyrillic' && before.end >= start - 3) ||
    (after !== undefined && after.script !== 'cyrillic' && after.start <= end + 8)
  );
}

/** Where the address that a number stands in may begin: at a word before it, the farthest first, or at the number. */
function beginningsBefore({ text, words, wordFrom }: TextDocument, from: number, at: number): number[] {
  const starts = [at];
  for (let i = wordFrom(at) - 1, next = at; i >= 0 && starts.length <= WORDS_BACK; i -= 1) {
    const word = words[i];
    const gap = text.slice(word?.end ?? 0, next);
    const isHouse = next === at || (starts.length === 2 && houseWord.test(text.slice(next, at)));
    // “V5C”: the end of a code.
    if (
      word === undefined ||
      word.start < from ||
      /\d/.test(text.charAt(word.start - 1)) ||
      !(isHouse ? houseGap : wordGap).test(gap)
    )
      break;
    starts.push(word.start);
    next = word.start;
  }
  return starts.reverse();
}

function readAt(text: string, start: number, isLower: boolean): Reading | null {
  const core = readLatinCore(text, readRun(text, start, isLower));
  if (core === null) return null;
  const units = readLatinUnits(text, core.end);
  const tail = readLatinTail(text, units, isLower);
  const isStrong = core.strength === 'strong';
  const isFollowed = core.strength === 'bare' ? tail.isSure : tail.isTelling;
  const isPlaced = core.strength === 'weak' && preposition.test(textBefore(text, start, 8));
  // “5-325, #20”: a sign alone makes no flat of what is hardly a house.
  const hasUnit =
    units > core.end && (core.strength !== 'bare' || /\p{L}{2}/u.test(text.slice(core.end, units)));
  const isTold = isStrong || isPlaced || hasUnit || isFollowed || isAnnounced(text, start);
  return isTold && !isCounted(text, start) ? { start, end: tail.end, isStrong } : null;
}

/** “addr: 12 larch st, mobile al 36602”: in small letters, with a postcode, or behind a preposition or “address”. */
function readLowerLine(text: string, start: number): Reading | null {
  if (!smallStreet.test(textAfter(text, start, SMALL_REACH))) return null;
  const core = readLatinCore(text, readRun(text, start, true));
  if (core?.strength !== 'strong' || isCounted(text, start)) return null;
  const { end } = readLatinTail(text, readLatinUnits(text, core.end), true);
  const isTold =
    postcodeEnd.test(text.slice(core.end, end)) ||
    addressBefore.test(textBefore(text, start, SMALL_REACH)) ||
    preposition.test(textBefore(text, start, 8));
  return isTold ? { start, end, isStrong: true } : null;
}

/** “in 2015 Park Avenue”, “a 20 Mile Drive”: the number is no house. */
function isCounted(text: string, start: number): boolean {
  const before = textBefore(text, start, 8);
  return (
    /(?:^|\s)an?\s$/i.test(before) ||
    (/(?:^|\s)(?:in|since|by|until|from)\s$/i.test(before) &&
      /^(?:19|20)\d\d /.test(textAfter(text, start, 5)))
  );
}

function isAnnounced(text: string, start: number): boolean {
  const before = textBefore(text, start, ANNOUNCEMENT_REACH);
  return announcement.test(before.replace(crossingBefore, ''));
}

/** With the flat or the crossing street before it. */
function widen(text: string, reading: Reading, from: number): Reading {
  const before = text.slice(Math.max(from, reading.start - 60), reading.start);
  const ahead = unitBefore.exec(before) ?? crossingBefore.exec(before);
  return ahead === null ? reading : { ...reading, start: reading.start - ahead[0].trimStart().length };
}
