import { type Detector, type Match, confidence } from '../../document/match';
import { findGrouped } from '../../document/find-grouped';
import { findTravelRecords } from '../../document/find-record-fields';
import { isOfThing } from '../../document/labels/is-of-thing';
import { matchInSpans, textAfter, textBefore } from '../../text/spans';
import { dictatedPhone, findDictatedPhones } from './find-dictated-phones';
import { isValidPhone, judgeRussianPhone, judgeUnlabelled, isOfOther } from './judge-phone';
import {
  isAmount,
  isBareMobile,
  isLocalForm,
  isPartNumber,
  isSetApart,
  isTime,
  phoneForms,
  standsAsPhone,
} from './phone-forms';
import type { Label } from '../../document/labels/label';
import type { TextDocument } from '../../document/text-document';

interface PhoneForm {
  pattern: RegExp;
  /** The fewest digits that a match has. */
  digits: number;
}

const russian: PhoneForm = { pattern: new RegExp(phoneForms.russian, 'gu'), digits: 11 };
const international: PhoneForm = { pattern: new RegExp(phoneForms.international, 'gu'), digits: 7 };
const broken: PhoneForm = { pattern: new RegExp(phoneForms.broken, 'gu'), digits: 10 };
const local: PhoneForm = { pattern: new RegExp(phoneForms.local, 'gu'), digits: 5 };

/** Fewest digits of a number that is dialled without its country. */
const LOCAL_MIN = 5;
const SHORTENED_MIN = 10;
/** Fewest digits of a number in English texts. */
const FOREIGN_MIN = 7;
/** How far around a number words show what it is. */
const HINT_REACH = 56;
/** “(37) 788-063-Office” */
const kindAfter = /^[ -]{1,2}(?:office|fax|mobile|home|cell|work)/i;

/** Digits of a Russian number with its eight. */
const WHOLE_DIGITS = 11;

interface Written {
  written: string;
  start: number;
  document: TextDocument;
}

/** Telephone numbers: the forms people write, checked against the numbering plans of libphonenumber. */
export const detectPhone: Detector = (document) => {
  const { text } = document;
  const read = ({ pattern, digits }: PhoneForm, judge: (one: Written) => number): Match[] =>
    matchInSpans(text, document.spansOf(digits), pattern).flatMap(({ written, start: from }) => {
      const start = from + leadingBracket(written);
      const number = written.slice(start - from);
      const score = judge({ written: number, start, document });
      return score > 0 ? [{ start, end: start + number.length, type: 'PHONE', score }] : [];
    });
  return [
    ...read(russian, judgeRussian),
    ...findInternational(document),
    ...read(local, judgeLocal),
    ...read(broken, ({ start, document: { labelBefore } }) =>
      labelBefore(start) === 'PHONE' ? confidence.likely : 0,
    ),
    ...findDictatedPhones(document),
    ...findGrouped(document, 'PHONE', dictatedPhone),
    ...findTravelRecords(text, 'phone').map((found): Match => ({ ...found, type: 'PHONE' })),
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
  if (written.startsWith('+')) return confidence.stated;
  if (document.language !== 'ru' && !isNamed && !/^(?:89|79)\d{9}$/.test(written)) return 0;
  const isLikely = isNamed || isFree(document, { written, start, label });
  return isLikely ? judgeRussianPhone(written, isNamed) : 0;
}

function findInternational(document: TextDocument): Match[] {
  return matchInSpans(document.text, document.spansOf(international.digits), international.pattern).flatMap(
    ({ written, start }) => {
      // Russian numbers have been read already, and reading by the numbering plans costs more than all else here.
      if (/^\+ ?7/.test(written) && written.replace(/\D/g, '').length === 11) return [];
      const valid = longestValid(written);
      const number = valid ?? written;
      const isNamed = written.startsWith('+') || document.labelBefore(start) === 'PHONE';
      const isLikely = number.replace(/\D/g, '').length >= 10 && isNamed;
      const score =
        valid === null
          ? isLikely
            ? confidence.likely
            : 0
          : written.startsWith('+')
            ? confidence.stated
            : confidence.formed;
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
  if (isSum(written, textAfter(document.text, end, 2)) || isTime(written) || isPartNumber(written)) return 0;
  const label = document.labelOf(start, end);
  const isNamed =
    label === 'PHONE' ||
    document.labelBefore(start) === 'PHONE' ||
    kindAfter.test(textAfter(document.text, end, 10));
  const { text } = document;
  // «тел.9112223344»: behind a full stop without a blank only what a word says is one.
  if (!isNamed && text[start - 1] === '.') return 0;
  const before = textBefore(text, start, 32);
  if (standsAsPhone(written, before, textAfter(text, end, 30))) return confidence.weak;
  if (!isNamed && !isFree(document, { written, start, label })) return 0;
  if (document.language === 'ru') return judgeRussianPhone(written, isNamed);
  return judgeEnglish({ written, start, document }, isNamed);
}

function judgeEnglish({ written, start, document: { text } }: Written, isNamed: boolean): number {
  const before = textBefore(text, start, 32);
  if (isOfOther(written, before)) return 0;
  const known = judgeForeign(written, isNamed || isBareMobile(written, before));
  return known > 0 ? known : judgeByForm(text, written, start);
}

/** In English texts, where neither a label nor the numbering plans know it. */
function judgeByForm(text: string, written: string, start: number): number {
  if (isForeignCode(written) || written.replace(/\D/g, '').length < FOREIGN_MIN) return 0;
  const end = start + written.length;
  const before = textBefore(text, start, HINT_REACH);
  return judgeUnlabelled(written, before, textAfter(text, end, HINT_REACH));
}

function judgeForeign(written: string, isNamed: boolean): number {
  const digits = written.replace(/\D/g, '');
  if (digits.length < FOREIGN_MIN) return 0;
  if (isLocalForm(written)) return isNamed ? confidence.shown : confidence.likely;
  if (isNamed) return looksDialled(written) ? confidence.likely : confidence.least;
  if (isForeignCode(written)) return 0;
  return looksDialled(written) && isValidPhone(written, digits.startsWith('0') ? 'GB' : 'US')
    ? confidence.likely
    : 0;
}

/** The plans do not mind groups: “2025-0417-33”, codes of drugs. */
function isForeignCode(written: string): boolean {
  return /^(?:19|20)\d\d[.-]\d{4}[.-]/.test(written) || codeForm.test(written);
}

/** “4417-0092-31”, “50412-118-02”, “50412-1180-2” */
const codeForm = /^(?:\d{3,4}-\d{3,4}-\d\d|[1-9]\d{4}-\d{3,4}-\d{1,2})$/;

/** Whether nothing around says that a number is something else. */
function isFree(
  { text, vocabulary }: TextDocument,
  { written, start, label }: { written: string; start: number; label: Label | null },
): boolean {
  const before = textBefore(text, start, 24);
  if (isAmountAt(text, start, start + written.length)) return false;
  if (isSetApart(written, before) || isAnswer(written, before)) return true;
  if (isOfThing(text, start) || /[№#] ?$/.test(before)) return false;
  // Cards have more digits than a number with its eight.
  if (label === null || label === 'DATE') return true;
  const { neverLooksLikePhone, digits = [0] } = vocabulary.traitsOf(label);
  // What the label announces has more digits than a number with its eight.
  const isShorter = Math.min(...digits) > WHOLE_DIGITS && /^[78]9\d{9}$/.test(written);
  return neverLooksLikePhone === true || isShorter;
}

/** «Заявка голосом: фамилия Серов, номер 903 62 11 638»: what was said to be something else is over. */
function isAnswer(written: string, before: string): boolean {
  return (
    /^9\d\d[ -]\d{2,3}[ -]/.test(written) &&
    /[,;.«»)][ \u00a0](?:(?:мой|её|его|наш)[ \u00a0])?номер[ \u00a0:—-]{0,3}$/iu.test(before)
  );
}

function isAmountAt(text: string, start: number, end: number): boolean {
  return isAmount(text.slice(start, end), textBefore(text, start, 60), textAfter(text, end, 12));
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
