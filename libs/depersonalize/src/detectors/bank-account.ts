import { findByPattern } from '../find-by-pattern';
import { numberSigns } from '../number-signs';

const { notAfter, notBefore } = numberSigns;

/** Balance accounts of people and sole traders, then a currency: 40817 810 … */
const personal = /^(?:40[5-8]|42[0-6]|45[4-7])\d{2}(?:810|643|840|978|156|826|392|756|398|933|051|944|860)/;

/** Accounts of the treasury, of budgets and of banks with one another, whatever they are called. */
const official = /^(?:0|30[1-3]|40[1-4])/;

/** Bank accounts: twenty digits in Russia; elsewhere a bare number after the word “account”. */
export const detectBankAccount = findByPattern({
  type: 'BANK_ACCOUNT',
  pattern: new RegExp(`${notAfter}\\d(?:(?:[ \\u00a0.-]|\\r?\\n)?\\d){7,19}${notBefore}`, 'gu'),
  judge: ({ text, digits, label, document }) => {
    if (digits.length === 20) {
      if (label !== 'BANK_ACCOUNT' && (label === 'OTHER' || !personal.test(digits))) return 0;
      return official.test(digits) ? 0 : 0.97;
    }
    const isPlain = /^\d{8,17}$|^\d{3,4}(?:[ -]\d{3,4}){2,3}$/.test(text);
    return label === 'BANK_ACCOUNT' && document.language !== 'ru' && isPlain ? 0.65 : 0;
  },
  grouped: {
    counts: [20],
    judge: ({ digits, label }) => (label === 'BANK_ACCOUNT' && personal.test(digits) ? 0.9 : 0),
  },
});
