import { type Match, confidence } from '../../document/match';
import type { Label } from '../../document/labels/label';
import { isValidPhone } from './judge-phone';
import type { TextDocument } from '../../document/text-document';
import type { GroupedRule } from '../../document/find-grouped';
import { alternatives } from '../../text/word-lists';
import { textAfter, textBefore } from '../../text/spans';

const oneOf = alternatives('phone');

const runPattern = /(?<![\p{L}\d.,/-])\+?\d{5,15}(?![\p{L}\d/]|[.,-]\d)/gu;
/** “my number's”, «номер участкового»: whose number it is, not what of. */
const ownNumber = new RegExp(
  `(?<!\\p{L})(?:${oneOf('whose-number')}(?: \\p{L}{2,12}){0,2} number(?:['’]s| is| was)?|^number(?:['’]s| is)|[.?!—–-] number(?:['’]s| is)|номер(?: (?!на)\\p{L}{4,14}(?:а|я|ы|и|ого|ей|ой))?)[ ,:—–-]{0,3}$`,
  'iu',
);
const notOwn = new RegExp(
  `(?<!\\p{L})${oneOf('other-numbers')}[\\p{L}’']{0,7}(?: \\p{L}{1,10}){0,2}[ ,:—–-]{0,3}$`,
  'iu',
);
/** «в двенадцать сорок пять»: hours and prices. */
const hourBefore =
  /(?<!\p{L})(?:[вск]|во|до|от|за|около|at|by|from|until|till|before|after|around|in|for|about) $/iu;
const unitAfter = new RegExp(`^ ?(?:${oneOf('russian-units')}|${oneOf('english-units')}|[₽$€%])`, 'iu');
const REACH = 60;

/** Telephone numbers said in words, in a text that is rewritten: by their digits and what announces them. */
export function findDictatedPhones(document: TextDocument): Match[] {
  const { text, dictation } = document;
  if (dictation === null) return [];
  const counted = new Set(dictation.counts.map(({ start }) => start));
  return Array.from(text.matchAll(runPattern)).flatMap(({ 0: run, index: start }) => {
    const end = start + run.length;
    const score = judge(document, { run, start, end, isCounted: counted.has(start) });
    return score > 0 ? [{ start, end, type: 'PHONE' as const, score }] : [];
  });
}

interface Run extends Pick<Match, 'start' | 'end'> {
  run: string;
  isCounted: boolean;
}

function judge(document: TextDocument, run: Run): number {
  const { text, language } = document;
  const { run: digits, start, end } = run;
  if (unitAfter.test(textAfter(text, end, 16))) return 0;
  if (digits.startsWith('+')) return digits.length > 8 ? confidence.stated : 0;
  const before = textBefore(text, start, REACH);
  const announced = announcementOf(document, run, before);
  if (announced === 'other') return 0;
  const isAnnounced = announced === 'phone';
  if (isWhole(digits, language))
    return isAnnounced ? confidence.stated : run.isCounted ? 0 : confidence.formed;
  return isAnnounced && isLocal(digits, language) && !hourBefore.test(before) ? confidence.likely : 0;
}

/** What words before a number say of it. */
function announcementOf(
  document: TextDocument,
  { start, end }: Run,
  before: string,
): 'phone' | 'other' | null {
  const label = document.labelOf(start, end);
  if (label === 'PHONE' || document.labelBefore(start) === 'PHONE') return 'phone';
  if (isOther(document, label) || notOwn.test(before)) return 'other';
  return ownNumber.test(before) ? 'phone' : null;
}

/** Whether a label announces other digits than those of a telephone. */
function isOther({ vocabulary }: TextDocument, label: Label | null): boolean {
  if (label === null || neutral.has(label)) return false;
  const { neverLooksLikePhone, isTyped } = vocabulary.traitsOf(label);
  return neverLooksLikePhone !== true && isTyped !== true;
}

const neutral: ReadonlySet<Label> = new Set<Label>(['DATE', 'SAID', 'WEAK']);

/** With its area. */
function isWhole(run: string, language: string): boolean {
  if (language === 'ru') return /^(?:[78][3489]\d{9}|9\d{9})$/.test(run);
  if (/^1?[2-9]\d\d[2-9]\d{6}$/.test(run)) return true;
  return (
    /^0\d{9,10}$/.test(run) && ['GB', 'AU', 'IE', 'NZ'].some((country) => isValidPhone(run, country as 'GB'))
  );
}

/** As it is dialled in its town; the numbers of other countries have up to twelve digits. */
function isLocal(run: string, language: string): boolean {
  const isYear = /^(?:19|20)\d\d/.test(run) && run.length === 8;
  return !isYear && run.length >= (language === 'ru' ? 5 : 7) && run.length <= (language === 'ru' ? 11 : 12);
}

const WHOLE = 11;
/** The area apart from the rest, no group of one digit unless all are. */
const whole = /^(?:13|4|1111)(?:[2-7]{1,3}|1{7})$/;
const withoutCountry = /^(?:3|111)(?:[2-7]{1,3}|1{7})$/;

/** Numbers with their area behind a word for telephones, dictated in groups («916, 204, 55, 17»). */
export const dictatedPhone: GroupedRule = {
  counts: [WHOLE - 1, WHOLE],
  judge: ({ digits, lengths, gaps, label }) => {
    // A bracket that closes has opened before the area: a number that is written, not dictated.
    if (gaps[0]?.startsWith(')')) return 0;
    const written = lengths.join('');
    const isLikely =
      digits.length === WHOLE
        ? /^[78][3489]/.test(digits) && whole.test(written)
        : digits.startsWith('9') && withoutCountry.test(written);
    return isLikely && label === 'PHONE' ? confidence.shown : 0;
  },
};
