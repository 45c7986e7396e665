import { findByPattern } from '../find-by-pattern';
import { isOfGoods } from '../is-of-goods';

/** “SSN for credit check 490…”, “social on the application is …”: what it is asked for names other things. */
const toldBefore =
  /(?<!\p{L})(?:ssn|ss[ ]?#|soc(?:ial|\.)?[ ]sec(?:urity|\.)?(?:[ ](?:no\.?|num(?:ber)?|#))?|social)[ ](?:\(?(?:for|of|on|used|given|provided|from|per|as|is|was)|\()(?!\p{L})(?!.{0,40}(?<!\p{L})(?:account|acct|a\/c|phone|tel|cell|passport|routing|aba|licen[cs]e|dl|npi|ref|no|order|case|claim|member|id)(?!\p{L}))[^\d\n;|]{0,40}$/iu;
const WORDS = 72;

/** American social security numbers. Areas 000, 666 and 9xx, group 00 and serial 0000 are never given out. */
export const detectUsSsn = findByPattern({
  type: 'US_SSN',
  pattern: /(?<![\d.+-])\d{3}([- \u00a0.–]?)\d{2}\1\d{4}(?![\d-]|\.\d)/g,
  judge: ({ text, label, start, document }) => {
    if (label === 'US_SSN') return 0.98;
    if (toldBefore.test(document.text.slice(Math.max(0, start - WORDS), start))) return 0.9;
    return isGivenOut(text) && label !== 'OTHER' && !isOfGoods(document.text, start) ? 0.86 : 0;
  },
});

function isGivenOut(text: string): boolean {
  return /^(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}$/.test(text);
}
