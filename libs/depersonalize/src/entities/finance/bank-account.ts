import { confidence } from '../../document/match';
import { type EntityKind, kindWords } from '../entity-kind';
import { type Fake, digitsOf, redraw, replaceDigits } from '../../fakes/fake';
import { type Candidate, findByPattern } from '../../document/find-by-pattern';
import { numberSigns } from '../../text/number-signs';
import type { TextDocument } from '../../document/text-document';
import { alternatives } from '../../text/word-lists';
import { textAfter, textBefore } from '../../text/spans';

const oneOf = alternatives('finance');

const { notAfter, notBefore } = numberSigns;

/** Balance accounts of people and sole traders, then a currency: 40817 810 … */
const personal = /^(?:40[5-8]|42[0-6]|45[4-7])\d{2}(?:810|643|840|978|156|826|392|756|398|933|051|944|860)/;

/** Accounts of the treasury, of budgets and of banks with one another, whatever they are called. */
const official = /^(?:0|30[1-3]|40[1-4])/;

/** Nothing but “no.” between the word and the number: groups of any length are of the account. */
const statedBefore =
  /(?<!\p{L})(?:accounts?|accts?|acc|a\/cs?|checking|savings?|cheque)["”]?(?:[ _]?(?:no|num|number|nr|is|#))?[ \u00a0.:#="]{1,4}$/iu;
/** The branch of a bank, by which shorter accounts are known. */
const branchBefore = /(?<!\p{L})(?:bsb|transit|institution|inst|sort(?: code)?|s\/?c)(?!\p{L})/iu;
/** “60-16-13 31926819”: the sort code of a British bank. */
const sortCodeBefore = /(?<![\d.-])(?<sort>\d\d-\d\d-\d\d)(?:[ \u00a0]{1,2}| ?[/,|] ?)$/;
const bankWords = new RegExp(`(?<!\\p{L})${oneOf('bank-words')}(?!\\p{L})`, 'iu');
/** So many numbers of days and months are none. */
const noDate = /^(?:3[2-9]|[4-9]\d)-|-(?:3[2-9]|[4-9]\d)-/;
const REACH = 48;

/** Bank accounts: twenty digits in Russia; elsewhere a bare number after the word “account” or a sort code. */
const detectBankAccount = findByPattern({
  type: 'BANK_ACCOUNT',
  digits: 6,
  pattern: new RegExp(
    `(?=\\d)(?:${notAfter}|(?<=(?<![\\d.-])\\d\\d-\\d\\d-\\d\\d ))(?!\\d\\d-\\d\\d-\\d\\d(?![-\\d]))\\d(?:(?:[ \\u00a0.-]|\\r?\\n)?\\d){5,19}${notBefore}`,
    'gu',
  ),
  judge: (candidate) => {
    const { digits, label, document } = candidate;
    if (digits.length === 20) {
      if (label !== 'BANK_ACCOUNT' && (label === 'OTHER' || !personal.test(digits))) return 0;
      return official.test(digits) ? 0 : confidence.stated;
    }
    return document.language === 'ru' ? 0 : judgeForeign(candidate);
  },
  grouped: {
    counts: [20],
    judge: ({ digits, label }) => (label === 'BANK_ACCOUNT' && personal.test(digits) ? confidence.shown : 0),
  },
});

function judgeForeign({ text, digits, label, start, end, document }: Candidate): number {
  const before = textBefore(document.text, start, REACH);
  if (
    /^\d{8}$/.test(text) &&
    label !== 'OTHER' &&
    isBehindSortCode(before, textAfter(document.text, end, REACH))
  )
    return confidence.likely;
  if (document.labelOf(start, end) !== 'BANK_ACCOUNT') {
    return /^\d{8,17}$/.test(text) && isListed(document, start) ? confidence.possible : 0;
  }
  const isStated = statedBefore.test(before);
  if (digits.length < 8)
    return isStated && branchBefore.test(before) && isGrouped(text) ? confidence.confirmed : 0;
  if (isStated) return isGrouped(text) ? confidence.formed : 0;
  return /^\d{8,17}$|^\d{3,4}(?:[ -]\d{3,4}){2,3}$/.test(text) ? confidence.possible : 0;
}

/** “accounts 20418836, 20418837” */
function isListed({ text, labelBefore }: TextDocument, start: number): boolean {
  return labelBefore(start) === 'BANK_ACCOUNT' && /\d(?:,|,? and|;) $/.test(textBefore(text, start, 8));
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

const accountWeights = [7, 1, 3];

/** Whether an account goes with a bank code, by the order of the Bank of Russia. */
function fitsBank(account: string, bankCode: string): boolean {
  const bank = /00[012]$/.test(bankCode) ? `0${bankCode.slice(4, 6)}` : bankCode.slice(-3);
  const sum = [...bank, ...account].reduce(
    (all, digit, i) => all + Number(digit) * (accountWeights[i % 3] ?? 0),
    0,
  );
  return sum % 10 === 0;
}

const ACCOUNT_DIGITS = 20;
const CHECK_AT = 8;

/** Keeps what says whose account it is and in which currency, and goes with the bank where the original did. */
const fakeAccount: Fake = (written, { random, bankCodes }) => {
  const digits = digitsOf(written);
  if (digits.length !== ACCOUNT_DIGITS) return redraw(written, random);
  const made = digits.slice(0, CHECK_AT) + random.digits(ACCOUNT_DIGITS - CHECK_AT);
  const bank = bankCodes.find((code) => fitsBank(digits, code));
  const candidates = [...'0123456789'].map(
    (digit) => made.slice(0, CHECK_AT) + digit + made.slice(CHECK_AT + 1),
  );
  const wanted =
    bank === undefined
      ? (account: string) => !bankCodes.some((code) => fitsBank(account, code))
      : (account: string) => fitsBank(account, bank);
  return replaceDigits(written, candidates.find(wanted) ?? made);
};

/** Numbers of bank accounts. */
export const bankAccount: EntityKind = {
  detect: detectBankAccount,
  fake: fakeAccount,
  ...kindWords('bank-account'),
  markerWords: ['СЧЕТ', 'СЧЁТ', 'БАНКОВСКИЙ_СЧЕТ', 'БАНКОВСКИЙ_СЧЁТ'],
};
