import { findByPattern } from '../find-by-pattern';

/** Balance accounts of people and sole traders, then a currency: 40817 810 … */
const personal = /^(?:40[5-8]|42[0-6]|45[4-7])\d{2}(?:810|643|840|978|156|826|392|756|398|933|051|944|860)/;

/** Bank accounts: twenty digits in Russia; elsewhere a bare number after the word “account”. */
export const detectBankAccount = findByPattern({
  type: 'BANK_ACCOUNT',
  pattern:
    /(?<![\d.,+-]|\d )(?:\d{5}[ .]\d{3}[ .]\d[ .]\d{4}[ .]?\d{7}|\d{4}(?:[ ]\d{4}){4}|\d{20}|\d{8,17})(?![\d-]|[.,]\d)/g,
  judge: ({ digits, label, document }) => {
    if (digits.length === 20) {
      if (label === 'BANK_ACCOUNT' || personal.test(digits)) return digits.startsWith('301') ? 0 : 0.97;
      return 0;
    }
    return label === 'BANK_ACCOUNT' && document.language !== 'ru' ? 0.65 : 0;
  },
});
