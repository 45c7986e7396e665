import { confidence } from '../../document/match';
import { type EntityKind, kindWords, longNumber } from '../entity-kind';
import { type Fake, replaceDigits, replaceSigns } from '../../fakes/fake';
import { findByPattern } from '../../document/find-by-pattern';
import { alternatives } from '../../text/word-lists';
import { textBefore } from '../../text/spans';

const oneOf = alternatives('national-id');

/** “SSN for credit check 490…”, “social on the application is …”: what it is asked for names other things. */
const toldBefore = new RegExp(
  `(?<!\\p{L})(?:ssn|ss ?#|soc(?:ial|\\.)? sec(?:urity|\\.)?(?: (?:no\\.?|num(?:ber)?|#))?|social) (?:\\(?(?:for|of|on|used|given|provided|from|per|as|is|was)|\\()(?!\\p{L})(?!.{0,40}(?<!\\p{L})${oneOf('other-numbers')}(?!\\p{L}))[^\\d\\n;|]{0,40}$`,
  'iu',
);
const WORDS = 72;

/** American social security numbers. Areas 000, 666 and 9xx, group 00 and serial 0000 are never given out. */
const detectUsSsn = findByPattern({
  type: 'US_SSN',
  digits: 9,
  pattern: /(?<![\d.+-])\d{3}([- \u00a0.–]?)\d{2}\1\d{4}(?![\d-]|\.\d)/g,
  judge: ({ text, label, start, document }) => {
    if (label === 'US_SSN') return confidence.certain;
    if (toldBefore.test(textBefore(document.text, start, WORDS))) return confidence.shown;
    return isGivenOut(text) && label !== 'OTHER' && !isProductNumber(document.text, start)
      ? confidence.formed
      : 0;
  },
});

function isGivenOut(text: string): boolean {
  return /^(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}$/.test(text);
}

/** Area, group and serial that the rules allow. */
const fakeSsn: Fake = (written, { random }) =>
  replaceDigits(written, `${100 + random.below(500)}${10 + random.below(89)}${1_000 + random.below(9_000)}`);

/** American social security numbers. */
export const usSsn: EntityKind = {
  detect: detectUsSsn,
  fake: fakeSsn,
  ...kindWords('us-ssn'),
  markerWords: [],
  traits: { owner: 'person', digits: [9], provesPerson: longNumber },
};

/** “12 ea   HEX-38-188”, “4 boxes”: how many of a thing. */
const counted = new RegExp(
  `(?<![\\p{L}\\d.])\\d{1,5} ?${oneOf('counting-units')}(?![\\p{L}\\d])[^\\n]{0,40}$`,
  'iu',
);
const REACH = 60;

/** Whether a number stands in a line of an invoice or of a stock list, behind how many of it there are. */
function isProductNumber(text: string, start: number): boolean {
  return counted.test(textBefore(text, start, REACH));
}

/** American taxpayer numbers of those without a social security number: 9xx, then a group of 50 to 99. */
const detectUsItin = findByPattern({
  type: 'US_ITIN',
  digits: 9,
  pattern: /(?<![\d.+-])9\d{2}([- \u00a0]?)(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])\1\d{4}(?![\d-]|\.\d)/g,
  judge: ({ text, label, document }) => {
    if (label === 'US_ITIN') return confidence.certain;
    return text.includes('-') && label !== 'OTHER' && !document.vocabulary.announcesDigits(label, 9)
      ? confidence.formed
      : 0;
  },
});

const fakeItin: Fake = (written, { random }) =>
  replaceDigits(written, `9${10 + random.below(90)}${70 + random.below(19)}${random.digits(4)}`);

/** American taxpayer numbers. */
export const usItin: EntityKind = {
  detect: detectUsItin,
  fake: fakeItin,
  ...kindWords('us-itin'),
  markerWords: [],
  traits: { owner: 'person', provesPerson: longNumber },
};

/** British national insurance numbers: QQ 12 34 56 C, without the prefixes that are not given out; QQ is that of forms and examples. */
const detectUkNino = findByPattern({
  type: 'UK_NINO',
  pattern:
    /(?<![A-Z\d])(?!BG|GB|KN|NK|NT|TN|ZZ)(?:[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]|QQ)([ -]?)\d{2}\1\d{2}\1\d{2}\1[A-D](?![A-Z\d])/gi,
  judge: ({ text, label }) => {
    if (label === 'UK_NINO') return confidence.certain;
    return text === text.toUpperCase() && label !== 'OTHER' ? confidence.shown : 0;
  },
});

/** A prefix that may be given out, and a suffix from A to D. */
const fakeNino: Fake = (written, { random }) => {
  const prefix = random.pick(['AB', 'CE', 'HJ', 'LM', 'PR', 'SW', 'YX']);
  return replaceSigns(written, prefix + random.digits(6) + random.pick([...'ABCD']));
};

/** British national insurance numbers. */
export const ukNino: EntityKind = {
  detect: detectUkNino,
  fake: fakeNino,
  ...kindWords('uk-nino'),
  markerWords: [],
  traits: { owner: 'person', provesPerson: longNumber },
};
