import { confidence } from '../../document/confidence';
import type { Match } from '../../document/detector';
import type { TextDocument } from '../../document/text-document';
import { readLatinCore } from './read-latin-core';
import { readLatinTail } from './read-latin-tail';
import { readLatinUnits } from './read-latin-units';
import { readRun } from './read-run';

interface Reading {
  start: number;
  end: number;
  isStrong: boolean;
}

const numberPattern = /(?<![\p{L}\d.,:/#-])(?:\d{1,6}[a-z]?|s\/n)(?![\p{L}\d])/giu;
/** Words that say an address follows. */
const announcement =
  /(?:address(?:es)?(?: of [^.\n]{2,60})?(?: is)?|lives? (?:on|at|in)|living (?:on|at|in)|located (?:at|on|in)|meet (?:me|us|you|him|her|them) (?:at|on)|(?:office|offices|station|restaurant|shop|store|house|home|hotel|bar|club|clinic|place|headquarters)(?: is| are)? (?:at|on|in)|sent? (?:it |them |this )?to|ship(?:ped)? (?:it |them )?to|deliver(?:ed)? (?:it |them )?to|moved? to|enter (?:on|at)|resid(?:es?|ing) (?:at|on|in)|based (?:at|on)|(?:it is|it's)(?: at| in| on)?|here they are|user|adresse|dirección|indirizzo)[: ]{0,2}\s?$/iu;
/** Enough where a house stands before a street. */
const preposition = /(?:^|\s)(?:at|on|to|near|from|by)\s$/iu;
const ANNOUNCEMENT_REACH = 90;
/** A flat before the house: “Flat 3, 45 Elm Grove”. */
const unitBefore =
  /(?<![\p{L}\d])(?:apt|apartment|suite|ste|unit|flat|room|rm|floor|fl|level|office)\.?[ ]#?[a-z]?\d{1,5}[a-z]?,?[ ]$/iu;
/** “Anna and Main Street 5”: a corner of two streets. */
const crossingBefore =
  /(?:^|(?<=[\n:?!]|[:.?!][ ]|(?:\bat|\bon|\bof|\bis|\bto|\bfrom) ))\p{Lu}[\p{L}'’-]{1,24}(?:[ ]\p{Lu}[\p{L}'’-]{1,24})?[ ]and[ ]$/u;
/** “12 larch st”, “12b n larch hill rd” */
const smallStreet =
  /^\d{1,5}[a-z]?[ ](?:[a-z'’.]{1,16}[ ]){1,4}(?:st|street|ave?|avenue|rd|road|blvd|boulevard|dr|drive|ln|lane|ct|court|cir|circle|pl|place|way|ter|terrace|pkwy|parkway|hwy|highway|trl|trail|close|cl|crescent|gardens|grove|mews|square|sq|loop|run|row)(?![\p{L}])/u;
const postcodeEnd =
  /(?:[ ,\n](?:a[klrz]|c[aot]|d[ce]|fl|ga|hi|i[adln]|k[sy]|la|m[adeinost]|n[cdehjmvy]|o[hkr]|pa|ri|s[cd]|t[nx]|ut|v[at]|w[aivy]),?[ ]{1,2}\d{5}(?:-\d{4})?|,[ ]?[a-z ,]{3,30}[ ]\d{5}|[ ,\n](?:[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}|[a-z]\d[a-z] ?\d[a-z]\d|(?:nsw|vic|qld|wa|sa|tas|act|nt) \d{4}))$/;
const addressBefore =
  /(?<!\p{L})(?:addr(?:ess)?|resid(?:ence|es at)|lives? (?:at|on)|living at|ship(?:ping)? to|deliver(?:ed)? to|home)[ ]?[:=-]?[ ]{1,3}$/iu;
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
  const isPlaced = core.strength === 'weak' && preposition.test(text.slice(Math.max(0, start - 8), start));
  // “5-325, #20”: a sign alone makes no flat of what is hardly a house.
  const hasUnit =
    units > core.end && (core.strength !== 'bare' || /\p{L}{2}/u.test(text.slice(core.end, units)));
  const isTold = isStrong || isPlaced || hasUnit || isFollowed || isAnnounced(text, start);
  return isTold && !isCounted(text, start) ? { start, end: tail.end, isStrong } : null;
}

/** “addr: 12 larch st, mobile al 36602”: in small letters, with a postcode or behind the word for an address. */
function readLowerLine(text: string, start: number): Reading | null {
  if (!smallStreet.test(text.slice(start, start + SMALL_REACH))) return null;
  const core = readLatinCore(text, readRun(text, start, true));
  if (core?.strength !== 'strong' || isCounted(text, start)) return null;
  const { end } = readLatinTail(text, readLatinUnits(text, core.end), true);
  const isTold =
    postcodeEnd.test(text.slice(core.end, end)) ||
    addressBefore.test(text.slice(Math.max(0, start - SMALL_REACH), start));
  return isTold ? { start, end, isStrong: true } : null;
}

/** “in 2015 Park Avenue”, “a 20 Mile Drive”: the number is no house. */
function isCounted(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 8), start);
  return (
    /(?:^|\s)an?\s$/i.test(before) ||
    (/(?:^|\s)(?:in|since|by|until|from)\s$/i.test(before) &&
      /^(?:19|20)\d\d /.test(text.slice(start, start + 5)))
  );
}

function isAnnounced(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - ANNOUNCEMENT_REACH), start);
  return announcement.test(before.replace(crossingBefore, ''));
}

/** With the flat or the crossing street before it. */
function widen(text: string, reading: Reading, from: number): Reading {
  const before = text.slice(Math.max(from, reading.start - 60), reading.start);
  const ahead = unitBefore.exec(before) ?? crossingBefore.exec(before);
  return ahead === null ? reading : { ...reading, start: reading.start - ahead[0].trimStart().length };
}
