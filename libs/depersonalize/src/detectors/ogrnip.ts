import { isOgrnip } from '../check-digits';
import { findByPattern } from '../find-by-pattern';
import { numberSigns } from '../number-signs';

const { notAfter, notBefore } = numberSigns;

const registered = /(?<!\p{L})огрн[ \u00a0:№-]{0,4}$/iu;

/** Registration numbers of sole traders: 15 digits that begin with 3 or 4, the last one a check digit. */
export const detectOgrnip = findByPattern({
  type: 'OGRNIP',
  pattern: new RegExp(`${notAfter}[34]\\d{14}${notBefore}`, 'gu'),
  judge: ({ digits, start, label, document }) => {
    // «ОГРН» is said of sole traders too; that of a firm has thirteen digits.
    const isRegistered = registered.test(document.text.slice(Math.max(0, start - 12), start));
    if (label === 'OGRNIP' || isRegistered) return isOgrnip(digits) ? 1 : 0.7;
    return isOgrnip(digits) && label !== 'OTHER' && label !== 'CREDIT_CARD' ? 0.84 : 0;
  },
  grouped: {
    counts: [15],
    judge: ({ digits, label }) => (label === 'OGRNIP' && isOgrnip(digits) ? 0.9 : 0),
  },
});
