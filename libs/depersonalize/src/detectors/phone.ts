import type { Detector, Finding } from '../detector';
import { findGrouped } from '../find-grouped';
import { findTravelRecords } from '../papers/find-travel-records';
import { isOfThing } from '../is-of-thing';
import { matchInZones } from '../match-in-zones';
import { dictatedPhone } from '../phones/dictated-phone';
import { isAmount } from '../phones/is-amount';
import { isBareMobile } from '../phones/is-bare-mobile';
import { isLocalForm } from '../phones/is-local-form';
import { isPartNumber } from '../phones/is-part-number';
import { isSetApart } from '../phones/is-set-apart';
import { isTime } from '../phones/is-time';
import { isValidPhone } from '../phones/is-valid-phone';
import { judgeRussianPhone } from '../phones/judge-russian-phone';
import { phoneForms } from '../phones/phone-forms';
import { standsAsPhone } from '../phones/stands-as-phone';
import type { TextDocument } from '../text-document';

const russianPattern = new RegExp(phoneForms.russian, 'gu');
const internationalPattern = new RegExp(phoneForms.international, 'gu');
const brokenPattern = new RegExp(phoneForms.broken, 'gu');
const localPattern = new RegExp(phoneForms.local, 'gu');

/** Fewest digits of a number that is dialled without its country. */
const LOCAL_MIN = 5;
const SHORTENED_MIN = 10;
/** “(37) 788-063-Office” */
const kindAfter = /^[ -]{1,2}(?:office|fax|mobile|home|cell|work)/i;

interface Written {
  written: string;
  start: number;
  document: TextDocument;
}

/** Telephone numbers: the forms people write, checked against the numbering plans of libphonenumber. */
export const detectPhone: Detector = (document) => {
  const { text, digitZones } = document;
  const read = (pattern: RegExp, judge: (one: Written) => number): Finding[] =>
    matchInZones(text, digitZones, pattern).flatMap(({ written, start: from }) => {
      const start = from + leadingBracket(written);
      const number = written.slice(start - from);
      const score = judge({ written: number, start, document });
      return score > 0 ? [{ start, end: start + number.length, type: 'PHONE', score }] : [];
    });
  return [
    ...read(russianPattern, judgeRussian),
    ...findInternational(document),
    ...read(localPattern, judgeLocal),
    ...read(brokenPattern, ({ start, document: { labelBefore } }) =>
      labelBefore(start) === 'PHONE' ? 0.8 : 0,
    ),
    ...findGrouped(document, 'PHONE', dictatedPhone),
    ...findTravelRecords(text, 'PHONE'),
  ];
};

/** A bracket that nothing closes is not part of the number. */
function leadingBracket(written: string): number {
  return written.startsWith('(') && !/^\((?:8[ -]?)?\d{2,5}\)/.test(written) ? 1 : 0;
}

/** Seven or eight and ten digits. */
function judgeRussian({ written, start, document }: Written): number {
  const label = document.labelOf(start, start + written.length);
  const isNamed = label === 'PHONE' || document.labelBefore(start) === 'PHONE';
  const isDressed = written.startsWith('+') || /[()‑–-]/.test(written);
  if (isSum(written, '')) return 0;
  if (written.includes('\n') && !isNamed && !isDressed) return 0;
  if (written.startsWith('+')) return 0.95;
  if (document.language !== 'ru' && !isNamed && !/^(?:89|79)\d{9}$/.test(written)) return 0;
  const isLikely = isNamed || isFree(document, { written, start, label });
  return isLikely ? judgeRussianPhone(written, isNamed) : 0;
}

function findInternational(document: TextDocument): Finding[] {
  return matchInZones(document.text, document.digitZones, internationalPattern).flatMap(
    ({ written, start }) => {
      // Russian numbers have been read already, and reading by the numbering plans costs more than all else here.
      if (/^\+[ ]?7/.test(written) && written.replace(/\D/g, '').length === 11) return [];
      const valid = longestValid(written);
      const number = valid ?? written;
      const isNamed = written.startsWith('+') || document.labelBefore(start) === 'PHONE';
      const isLikely = number.replace(/\D/g, '').length >= 10 && isNamed;
      const score = valid === null ? (isLikely ? 0.82 : 0) : written.startsWith('+') ? 0.95 : 0.85;
      return [{ start, end: start + number.length, type: 'PHONE', score }];
    },
  );
}

/** What follows a number after a blank may be the next: the longest run of groups that is valid. */
function longestValid(written: string): string | null {
  let number = written;
  // What is left of a longer number is none of seven digits.
  while (number.replace(/\D/g, '').length >= (number === written ? 7 : SHORTENED_MIN)) {
    // “+46 (0)179…”: the zero is dialled at home only.
    const dialled = number.replace(/^(?:00|8[ -]?10[ -]?)/, '+').replace(/\(0\)/, '');
    if (isValidPhone(dialled)) return number;
    const shorter = number.replace(/(?<!\D)\D+\d+$/, '');
    if (shorter === number) return null;
    number = shorter;
  }
  return null;
}

function judgeLocal({ written, start, document }: Written): number {
  const digits = written.replace(/\D/g, '');
  if (digits.length < LOCAL_MIN || digits.length > 15) return 0;
  const end = start + written.length;
  if (isSum(written, document.text.slice(end, end + 2)) || isTime(written) || isPartNumber(written)) return 0;
  const label = document.labelOf(start, end);
  const isNamed =
    label === 'PHONE' ||
    document.labelBefore(start) === 'PHONE' ||
    kindAfter.test(document.text.slice(end, end + 10));
  const { text } = document;
  const before = text.slice(Math.max(0, start - 32), start);
  if (standsAsPhone(written, before, text.slice(end, end + 30))) return 0.6;
  if (!isNamed && !isFree(document, { written, start, label })) return 0;
  if (document.language === 'ru') return judgeRussianPhone(written, isNamed);
  return judgeForeign(written, isNamed || isBareMobile(written, before));
}

function judgeForeign(written: string, isNamed: boolean): number {
  const digits = written.replace(/\D/g, '');
  if (digits.length < 7) return 0;
  if (isLocalForm(written)) return isNamed ? 0.9 : 0.8;
  if (isNamed) return looksDialled(written) ? 0.8 : 0.5;
  // The plans do not mind groups: “2025-0417-33”, codes of drugs.
  if (/^(?:19|20)\d\d[.-]\d{4}[.-]/.test(written) || codeForm.test(written)) return 0;
  return looksDialled(written) && isValidPhone(written, digits.startsWith('0') ? 'GB' : 'US') ? 0.8 : 0;
}

/** “4417-0092-31”, “50412-118-02”, “50412-1180-2” */
const codeForm = /^(?:\d{3,4}-\d{3,4}-\d\d|[1-9]\d{4}-\d{3,4}-\d{1,2})$/;

/** Labels of what never looks like a telephone number: the number is not what they announce. */
const otherwise: ReadonlySet<string> = new Set([
  'VEHICLE_PLATE',
  'DATE_OF_BIRTH',
  'MILITARY_ID',
  'BIRTH_CERT',
  'VIN',
  'MAC',
  'DATE',
]);

/** Whether nothing around says that a number is something else. */
function isFree(
  { text }: TextDocument,
  { written, start, label }: { written: string; start: number; label: string | null },
): boolean {
  const before = text.slice(Math.max(0, start - 24), start);
  if (isAmountAt(text, start, start + written.length)) return false;
  if (isSetApart(written, before) || isAnswer(written, before)) return true;
  if (isOfThing(text, start) || /[№#][ ]?$/.test(before)) return false;
  // Cards have more digits than a number with its eight.
  return label === null || otherwise.has(label) || (label === 'CREDIT_CARD' && /^[78]9\d{9}$/.test(written));
}

/** «Заявка голосом: фамилия Серов, номер 903 62 11 638»: what was said to be something else is over. */
function isAnswer(written: string, before: string): boolean {
  return (
    /^9\d\d[ -]\d{2,3}[ -]/.test(written) &&
    /[,;.«»)][ \u00a0](?:(?:мой|её|его|наш)[ \u00a0])?номер[ \u00a0:—-]{0,3}$/iu.test(before)
  );
}

function isAmountAt(text: string, start: number, end: number): boolean {
  return isAmount(
    text.slice(start, end),
    text.slice(Math.max(0, start - 60), start),
    text.slice(end, end + 12),
  );
}

/** “1 234 567,89” and the four numbers of an IP address. */
function isSum(written: string, after: string): boolean {
  return (
    (/^\d{1,3}(?:[ \u00a0]\d{3})*$/.test(written) && /^,\d/.test(after)) ||
    /^\d{1,3}(?:\.\d{1,3}){3}$/.test(written)
  );
}

/** Groups as in a number to dial, and no date, sum or plain integer. */
function looksDialled(written: string): boolean {
  return (
    /\d[ ().\u00a0-]{1,3}\d/.test(written) &&
    !/\d{6}/.test(written) &&
    !/^\d{1,3}(?:[ ,.]\d{3})+$/.test(written)
  );
}
