import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';
import type { Detector, Finding } from '../detector';
import type { TextDocument } from '../text-document';

/** What may stand between two digits: one blank, or one or two signs with a blank around. Only one way to read it. */
const SEP = '(?:[ \\u00a0\\u202f]?[-‑–—.()/]{1,2}[ \\u00a0\\u202f]?|[ \\u00a0\\u202f])?';
const russian = `(?:\\+[ ]?7|8|7)?${SEP}(?:\\d${SEP}){9}\\d`;
const international = `(?:\\+|00)[ ]?[1-9](?:${SEP}\\d){6,14}`;
const local = `\\(?\\d(?:${SEP}\\d){5,12}`;
const candidatePattern = new RegExp(
  `(?<![\\p{L}\\d_+.:/№#]|\\d[ \\u00a0,]|[\\p{L}\\d]-)\\(?(?:${international}|${russian}|${local})(?![\\p{L}\\d_]|[.,:/-]\\d)`,
  'gu',
);

/** Labels under which a number without a plus is something else. */
const foreignLabels = new Set([
  'OTHER', 'INN', 'SNILS', 'PASSPORT', 'CREDIT_CARD', 'BANK_ACCOUNT', 'DRIVER_LICENCE', 'MEDICAL_ID', 'OGRNIP',
  'US_SSN', 'US_ITIN', 'UK_NHS', 'VIN', 'BIRTH_CERT', 'MILITARY_ID',
]); // prettier-ignore

/** “(37) 788-063-Office” */
const kindAfter = /^[ -]{1,2}(?:office|fax|mobile|home|cell|work)/i;

/** Telephone numbers: a form people write, checked against the numbering plans of libphonenumber. */
export const detectPhone: Detector = (document) => {
  if (!document.hasDigits) return [];
  const found: Finding[] = [];
  for (const match of document.text.matchAll(candidatePattern)) {
    const start = match.index + leadingBracket(match[0]);
    const written = match[0].slice(start - match.index);
    const score = judge(written, start, document);
    if (score > 0) found.push({ start, end: start + written.length, type: 'PHONE', score });
  }
  return found;
};

/** A bracket before a plus («(+7…») or one that nothing closes is not part of the number. */
function leadingBracket(written: string): number {
  const isOwn = !written.startsWith('(') || (/^\(\d{2,5}\)/.test(written) && !/^\(+\+/.test(written));
  return isOwn ? 0 : 1;
}

function judge(written: string, start: number, document: TextDocument): number {
  const digits = written.replace(/\D/g, '');
  if (digits.length < 7 || digits.length > 15) return 0;
  const isValid = isPhone(written, digits, document.language);
  if (written.startsWith('+')) return isValid ? 0.95 : digits.length >= 10 ? 0.6 : 0;
  const label = document.labelBefore(start);
  const end = start + written.length;
  if (label === 'PHONE' || kindAfter.test(document.text.slice(end, end + 10))) {
    return isValid ? 0.93 : looksDialled(written) ? 0.65 : 0.5;
  }
  return isValid && !(label !== null && foreignLabels.has(label))
    ? judgeForm(written, digits, document.language)
    : 0;
}

/** Nothing but the form of a valid number speaks for it. */
function judgeForm(written: string, digits: string, language: string): number {
  if (language === 'ru') return judgeRussian(written, digits);
  return looksDialled(written) ? 0.8 : 0;
}

function judgeRussian(written: string, digits: string): number {
  if (digits.length === 11) return /^[78]/.test(digits) ? 0.88 : 0;
  if (digits.length !== 10) return 0;
  if (digits.startsWith('9')) return 0.72;
  return /[()]/.test(written) ? 0.75 : 0;
}

/** Groups as in a number to dial, and no date, sum or plain integer. */
function looksDialled(written: string): boolean {
  return /\d[ ().\u00a0-]{1,3}\d/.test(written) && !/^\d{1,3}(?:[ ,.]\d{3})+$/.test(written);
}

function isPhone(written: string, digits: string, language: string): boolean {
  const country: CountryCode = language === 'ru' ? 'RU' : 'US';
  const dialled = written.startsWith('00') ? `+${digits.slice(2)}` : written;
  return parsePhoneNumberFromString(dialled, country)?.isValid() ?? false;
}
