import { confidence } from '../../document/confidence';
import type { EntityKind } from '../entity-kind';
import type { Fake } from '../../fakes/fake';
import { replaceDigits } from '../../fakes/replace-digits';
import { longNumber } from '../long-number';
import { findByPattern } from '../../document/find-by-pattern';
import { isProductNumber } from './is-product-number';

/** “SSN for credit check 490…”, “social on the application is …”: what it is asked for names other things. */
const toldBefore =
  /(?<!\p{L})(?:ssn|ss[ ]?#|soc(?:ial|\.)?[ ]sec(?:urity|\.)?(?:[ ](?:no\.?|num(?:ber)?|#))?|social)[ ](?:\(?(?:for|of|on|used|given|provided|from|per|as|is|was)|\()(?!\p{L})(?!.{0,40}(?<!\p{L})(?:account|acct|a\/c|phone|tel|cell|passport|routing|aba|licen[cs]e|dl|npi|ref|no|order|case|claim|member|id)(?!\p{L}))[^\d\n;|]{0,40}$/iu;
const WORDS = 72;

/** American social security numbers. Areas 000, 666 and 9xx, group 00 and serial 0000 are never given out. */
const detectUsSsn = findByPattern({
  type: 'US_SSN',
  digits: 9,
  pattern: /(?<![\d.+-])\d{3}([- \u00a0.–]?)\d{2}\1\d{4}(?![\d-]|\.\d)/g,
  judge: ({ text, label, start, document }) => {
    if (label === 'US_SSN') return confidence.certain;
    if (toldBefore.test(document.text.slice(Math.max(0, start - WORDS), start))) return confidence.shown;
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
  labels: {
    words: 'ssn$ ss# social_security soc[.]?_sec social$(?!_(?:media|network|club))',
  },
  columnHeads: {
    whole: 'ssn ssn_id ss social_security(?:_number)? soc_sec social',
  },
  markerWords: [],
  traits: { owner: 'person', digits: [9], provesPerson: longNumber },
};
