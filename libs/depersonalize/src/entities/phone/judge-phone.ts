import { confidence } from '../../document/match';
import { createRequire } from 'node:module';
import type { CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { lazy } from '../../text/lazy';
import { alternatives } from '../../text/word-lists';

const oneOf = alternatives('phone');

/** Groups that only telephone numbers have, valid or not: an American one, an area in brackets, five pairs, a code for dialling out. */
const dialledForm =
  /^(?:(?:(?:\+|00)?1[ .-])?(?:\(\d{3}\) ?|\d{3}[.-])\d{3}[.-]\d{4}|\d{3} \d{3} \d{4}|\(0\d{1,4}\) ?\d{2,4}(?:[ -]\d{2,4}){1,3}|\(0?\d{1,4}\) ?\d{3,4}[ -]\d{3,4}|0\d(?:\.\d\d){4}|00\d{1,3}[ -]\d{1,4}(?:[ -]\d{2,4}){2,4})$/;
/** Groups of two to five digits, which sums, dates and codes have as well. */
const groupedForm =
  /^(?:\(\d{1,5}\)[ -]?)?\d{2,5}(?:[ .-]\d{2,4}){1,4}$|^(?:\(0\d{2,5}\) ?|0\d{2,4}[ -])\d{5,7}$|^0\d-?\d{7,9}$|^\d{10,11}$/;
/** Words near a number by which it is called, written to or held. */
const hintBefore = new RegExp(
  `(?<!\\p{L})${oneOf('phone-hints-before')}(?!\\p{L})[^\\n.!?;\\d]{0,24}$`,
  'iu',
);
const hintAfter = new RegExp(
  `^[ ,]{0,2}[^\\n.!?\\d]{0,32}(?<!\\p{L})${oneOf('phone-hints-after')}(?!\\p{L})`,
  'iu',
);
/** Beside a mail address or in a line of its own below other lines: how people sign. */
const signedBefore = /(?:^|\n)[ \t]*$/;
const signedAfter = /^[ \t]*(?:\r?\n|$|(?:x|ext\.?) ?\d)/i;
const mailAfter = /^ ?[,;|/•·–-] ?[\w.+-]{1,40}@/;
/** What is counted, sold or filed has such numbers too. */
const otherBefore = new RegExp(
  `(?<!\\p{L})${oneOf('other-numbers-before')}\\.?(?: (?:number|no\\.?|id|code))?(?: (?:is|was))? ?[:#№]? ?$`,
  'iu',
);
/** “Call ID 3391 8821”, “contact form 1182 3345”: the number of a thing that is called by a word for telephones. */
const thingBefore = new RegExp(
  `(?<!\\p{L})(?:phone|cell|mobile|call|ring|text|sms|message|contact|dial|reach|fax) ${oneOf('things-called')}s?(?: no\\.?)? ?[:#]? ?$`,
  'iu',
);
/** “2024 11 05” */
const dateForm = /^(?:19|20)\d\d ?(?:0\d|1[0-2]) ?(?:[0-2]\d|3[01])$/;
/** Sums look so: only right behind the word. */
const inThousands = /^\d{1,3}(?: \d{3})+$|^(?:\d\d ){2,}\d\d$/;
const rightBefore = /(?<!\p{L})(?:number|phone|cell|mobile|from|at|to|on|is|lost|me|block)[ ,:—–-]{1,3}$/iu;

/** Whether a number in an English text is that of a thing or a date, whatever its groups and the label before. */
export function isOfOther(written: string, before: string): boolean {
  return dateForm.test(written) || (thingBefore.test(before) && !dialledForm.test(written));
}

/** How likely a number that no label names is a telephone number, by its groups and the words around: 0 or 0.7. */
export function judgeUnlabelled(written: string, before: string, after: string): number {
  if (otherBefore.test(before)) return 0;
  if (dialledForm.test(written)) return confidence.plausible;
  if (!groupedForm.test(written)) return 0;
  if (
    inThousands.test(written) &&
    !rightBefore.test(before) &&
    !hintAfter.test(after) &&
    !signedBefore.test(before)
  )
    return 0;
  const isHinted = hintBefore.test(before) || hintAfter.test(after) || mailAfter.test(after);
  return isHinted || (signedBefore.test(before) && signedAfter.test(after) && before.length > 1)
    ? confidence.plausible
    : 0;
}

/** How likely a number of a Russian text without a plus is a telephone number: a form alone, or with a label for it. */
export function judgeRussianPhone(written: string, isNamed: boolean): number {
  const digits = written.replace(/\D/g, '');
  const whole = judgeWhole(written, digits);
  if (!isNamed)
    return whole > 0 || !/^\(?\d{3}\)? ?[-–]? ?\d{2}-\d{2}$/.test(written) ? whole : confidence.faint;
  if (whole > 0) return confidence.stated;
  if (/^\d{1,3}[- ]\d{2}[- ]\d{2}$/.test(written) || /^\d{3}[- ]\d{4}$/.test(written))
    return confidence.likely;
  if (digits.length < 6 || digits.length > 11) return 0;
  return /\D/.test(written) && !/^\d{1,3}(?:[ ,.]\d{3})+$/.test(written)
    ? confidence.possible
    : confidence.least;
}

/** Ten digits and more, which carry their area. */
function judgeWhole(written: string, digits: string): number {
  if (digits.length === 11) {
    // Mobile numbers of Kazakhstan with the eight only in groups.
    if (/^8[ -]\(?7[04-7]\d\)?[ -]\d{3}[ -]\d\d[ -]\d\d$/.test(written)) return confidence.confirmed;
    return /^(?:[78][3489]|7[67])/.test(digits) ? confidence.shown : 0;
  }
  if (digits.length !== 10) return 0;
  if (digits.startsWith('9')) return confidence.plausible;
  return /^[348]/.test(digits) && /^\(\d{3,5}\)|\d-\d{2}-\d{2}$/.test(written) ? confidence.confirmed : 0;
}

const load = createRequire(__filename);

/** The numbering plans of all countries, loaded with the first number that needs them: Russian ones do not. */
const plans = lazy(
  () => load('libphonenumber-js/max') as { parsePhoneNumberFromString: typeof parsePhoneNumberFromString },
);

/** Whether a number is one of a country, or with its code of any. */
export function isValidPhone(written: string, country?: CountryCode): boolean {
  return plans().parsePhoneNumberFromString(written, country)?.isValid() ?? false;
}
