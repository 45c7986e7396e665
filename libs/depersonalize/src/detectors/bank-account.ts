import { findByPattern, type Candidate } from '../find-by-pattern';
import { numberSigns } from '../number-signs';
import type { TextDocument } from '../text-document';

const { notAfter, notBefore } = numberSigns;

/** Balance accounts of people and sole traders, then a currency: 40817 810 … */
const personal = /^(?:40[5-8]|42[0-6]|45[4-7])\d{2}(?:810|643|840|978|156|826|392|756|398|933|051|944|860)/;

/** Accounts of the treasury, of budgets and of banks with one another, whatever they are called. */
const official = /^(?:0|30[1-3]|40[1-4])/;

/** Nothing but “no.” between the word and the number: groups of any length are of the account. */
const statedBefore =
  /(?<!\p{L})(?:accounts?|accts?|acc|a\/cs?|checking|savings?|cheque)["”]?(?:[ _]?(?:no|num|number|nr|is|#))?[ \u00a0.:#="]{1,4}$/iu;
/** The branch of a bank, by which shorter accounts are known. */
const branchBefore = /(?<!\p{L})(?:bsb|transit|institution|inst|sort(?:[ ]code)?|s\/?c)(?!\p{L})/iu;
/** “60-16-13 31926819”: the sort code of a British bank. */
const sortCodeBefore = /(?<![\d.-])(?<sort>\d\d-\d\d-\d\d)(?:[ \u00a0]{1,2}|[ ]?[/,|][ ]?)$/;
const bankWords =
  /(?<!\p{L})(?:bank|bacs|sort|pay(?: in)? to|transfer|refund|details|lloyds|natwest|barclays|hsbc|santander|monzo|starling|nationwide|halifax)(?!\p{L})/iu;
/** So many numbers of days and months are none. */
const noDate = /^(?:3[2-9]|[4-9]\d)-|-(?:3[2-9]|[4-9]\d)-/;
const REACH = 48;

/** Bank accounts: twenty digits in Russia; elsewhere a bare number after the word “account” or a sort code. */
export const detectBankAccount = findByPattern({
  type: 'BANK_ACCOUNT',
  pattern: new RegExp(
    `(?:${notAfter}|(?<=(?<![\\d.-])\\d\\d-\\d\\d-\\d\\d[ ]))(?!\\d\\d-\\d\\d-\\d\\d(?![-\\d]))\\d(?:(?:[ \\u00a0.-]|\\r?\\n)?\\d){5,19}${notBefore}`,
    'gu',
  ),
  judge: (candidate) => {
    const { digits, label, document } = candidate;
    if (digits.length === 20) {
      if (label !== 'BANK_ACCOUNT' && (label === 'OTHER' || !personal.test(digits))) return 0;
      return official.test(digits) ? 0 : 0.97;
    }
    return document.language === 'ru' ? 0 : judgeForeign(candidate);
  },
  grouped: {
    counts: [20],
    judge: ({ digits, label }) => (label === 'BANK_ACCOUNT' && personal.test(digits) ? 0.9 : 0),
  },
});

function judgeForeign({ text, digits, label, start, end, document }: Candidate): number {
  const before = document.text.slice(Math.max(0, start - REACH), start);
  if (
    /^\d{8}$/.test(text) &&
    label !== 'OTHER' &&
    isBehindSortCode(before, document.text.slice(end, end + REACH))
  )
    return 0.8;
  if (document.labelOf(start, end) !== 'BANK_ACCOUNT') {
    return /^\d{8,17}$/.test(text) && isListed(document, start) ? 0.65 : 0;
  }
  const isStated = statedBefore.test(before);
  if (digits.length < 8) return isStated && branchBefore.test(before) && isGrouped(text) ? 0.75 : 0;
  if (isStated) return isGrouped(text) ? 0.85 : 0;
  return /^\d{8,17}$|^\d{3,4}(?:[ -]\d{3,4}){2,3}$/.test(text) ? 0.65 : 0;
}

/** “accounts 20418836, 20418837” */
function isListed({ text, labelBefore }: TextDocument, start: number): boolean {
  return (
    labelBefore(start) === 'BANK_ACCOUNT' &&
    /\d(?:,|,? and|;)[ ]$/.test(text.slice(Math.max(0, start - 8), start))
  );
}

function isBehindSortCode(before: string, after: string): boolean {
  const sort = sortCodeBefore.exec(before)?.groups?.['sort'];
  return sort !== undefined && (noDate.test(sort) || bankWords.test(`${before} ${after}`));
}

/** In one run or in groups with the same sign between them; no date. */
function isGrouped(text: string): boolean {
  return (
    /^\d{6,17}$|^\d{1,7}([ -])\d{1,7}(?:\1\d{1,7}){0,4}$/.test(text) &&
    !/^(?:\d{1,2}-\d{1,2}-\d{4}|\d{4}-\d\d-\d\d)$/.test(text)
  );
}
