import { fold } from '../../text/split-words';
import { countries, streetWords } from './address-words';
import { findLatinAddresses } from './find-latin-addresses';
import { findPostedAddresses } from './find-posted-addresses';
import { findRussianAddresses } from './find-russian-addresses';
import { findSpokenStreets } from './find-spoken-streets';
import { type Detector, type Match, confidence } from '../../document/match';
import { isKindLabel } from '../../document/labels/label';
import type { TextDocument } from '../../document/text-document';
import { readLatinUnits, readRun } from './read-run';
import { readLatinTail } from './read-latin-tail';
import { alternatives } from '../../text/word-lists';
import { textAfter, matchEnd } from '../../text/spans';

const oneOf = alternatives('address');

/** Postal addresses down to a house; a city or a street alone is a place, not an address. */
export const detectAddress: Detector = (document) => {
  const corners = document.language === 'ru' ? [] : findCorners(document);
  if (!document.hasDigits) return corners;
  const found = [
    ...corners,
    ...findRussianAddresses(document),
    ...(document.language === 'ru' ? findSpokenStreets(document) : []),
    ...findLatinAddresses(document),
    ...findPostBoxes(document),
    ...(document.language === 'ru' ? [] : findPostedAddresses(document)),
    ...(document.text.includes('\n') ? findAddressLines(document.text) : []),
  ];
  // A plate in one cell and the name in the next row are no address.
  return found.filter(({ start, end }) => {
    if (document.dictation !== null && !hasStreetWord(document.text.slice(start, end))) return false;
    const field = document.fieldAt(start);
    return field === null || !field.isCell || end <= field.end || !isKindLabel(field.label);
  });
};

/** In speech without capitals a number before a word is hardly ever a house: a word for streets has to be there. */
function hasStreetWord(written: string): boolean {
  if (/[а-яё]/iu.test(written)) return true;
  const { english, weak, before } = streetWords;
  const words = fold(written).match(/\p{L}+/gu) ?? [];
  return words.some((word) => english.has(word) || weak.has(word) || before.has(word));
}

/** Lines that hold one part of an address: a flat, a country with its postcode; quoted lines too («> Apt. 5»). */
const linePattern =
  /^[^\p{L}\p{N}\n]{0,6}(?:(?<unit>(?:apt|apartment|suite|ste)\.? #?[a-z]?\d{1,5}[a-z]?)|(?<country>\p{L}[\p{L}() ]{2,30}) \d{4,6})[ ,.]{0,2}$/gimu;

/** Parts of an address that a line of their own keeps from the rest. */
function findAddressLines(text: string): Match[] {
  return Array.from(text.matchAll(linePattern)).flatMap(({ 0: line, index, groups }) => {
    const { unit, country } = groups ?? {};
    if (unit === undefined && !countries.has(fold(country ?? ''))) return [];
    const written = line.replace(/^\P{L}+/u, '').replace(/(?<![ ,.])[ ,.]+$/, '');
    const start = index + line.indexOf(written);
    return [{ start, end: start + written.length, type: 'ADDRESS', score: confidence.weak }];
  });
}

const openingPattern = /(?<!\p{L})(?:the )?(?:corner|intersection|junction|crossing) of /giu;
const linkPattern = / (?:and|&|\/) /y;

/** “the corner of 5th Avenue and Main Street”. */
function findCorners({ text, words }: TextDocument): Match[] {
  const isLower = words.every(({ shape }) => shape === 'lower');
  return Array.from(text.matchAll(openingPattern), ({ 0: opening, index: start }) => {
    const first = streetEnd(text, start + opening.length, isLower);
    const link = first === null ? null : matchEnd(linkPattern, text, first);
    const second = link === null ? null : streetEnd(text, link, isLower);
    return {
      start,
      end: second ?? start,
      type: 'ADDRESS' as const,
      score: second === null ? 0 : confidence.stated,
    };
  }).filter(({ score }) => score > 0);
}

/** A name, numbered or not; in lower case only with a number or a word for streets. */
function streetEnd(text: string, start: number, isLower: boolean): number | null {
  const tokens = readRun(text, start, isLower).slice(0, 7);
  const isTelling = tokens.some(
    ({ isNumber, folded }) => isNumber || streetWords.english.has(folded) || streetWords.weak.has(folded),
  );
  const last = tokens.findLastIndex(({ folded }) => !streetWords.links.has(folded));
  return isLower && !isTelling ? null : (tokens[last]?.end ?? null);
}

/** Mail of the American forces: a box or a ship, the office, the region, the postcode. */
const military =
  "(?:(?:PSC|CMR|UNIT|UMR|HHC) \\d{1,5}(?:,? BOX \\d{1,6})?|(?:USS|USNS|USNV|USCGC) \\p{L}[\\p{L}'’-]{0,30}(?: \\p{L}[\\p{L}'’-]{0,30})?)[\\n, ]{1,3}(?:APO|FPO|DPO),? A[AEP],? \\d{5}(?:-\\d{4})?";
const box = `(?:\\d{1,6} )?${oneOf('post-boxes')} ?(?:NO\\.? ?)?\\d{1,6}`;
/** Of American farms: “RR 2 Box 114”. */
const rural = '(?:R\\.?R\\.?|RURAL ROUTE|H\\.?C\\.?R?|STAR ROUTE) ?#?\\d{1,3},? BOX #?\\d{1,5}[A-Z]?';
const boxPattern = new RegExp(`(?<![\\p{L}\\d])(?:${military}|${box}|${rural})(?![\\p{L}\\d])`, 'giu');
/** Without one of these there is none: saves the longer search. */
const boxWord = /box|[afd]po|postfach|apartado|casilla|caixa|bo[iî]te|skrytka/iu;
/** “P.O. Box 149 Monika Union”: some write a street behind it. */
const streetBehind = /^(?: \p{Lu}[\p{L}'’-]{1,24}){1,3}(?= ?\n| (?:Apt|Suite))/u;

/** Post boxes and military mail, with the city behind them. */
function findPostBoxes(document: TextDocument): Match[] {
  const { text } = document;
  if (!boxWord.test(text)) return [];
  const isLower = document.words.every(({ shape }) => shape === 'lower');
  return Array.from(text.matchAll(boxPattern), ({ 0: written, index: start }) => {
    const end = start + written.length;
    const street = streetBehind.exec(textAfter(text, end, 80));
    const units = readLatinUnits(text, end + (street?.[0].length ?? 0));
    const isMilitary = /\d{5}(?:-\d{4})?$/.test(written) && /[AFD]PO,? /i.test(written);
    const last = isMilitary ? end : readLatinTail(text, units, isLower).end;
    return { start, end: last, type: 'ADDRESS', score: confidence.stated };
  });
}
