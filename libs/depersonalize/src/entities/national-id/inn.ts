import { confidence } from '../../document/confidence';
import type { EntityKind } from '../entity-kind';
import { digitsOnly } from '../normalise';
import { regionOf, withCheck } from '../../fakes/with-check';
import { innCheck, isPersonalInn } from '../../text/check-digits';
import { findByPattern } from '../../document/find-by-pattern';
import { numberSigns } from '../../text/number-signs';

const { notAfter, notBefore } = numberSigns;

/** Taxpayer numbers of people: 12 digits, two of them check digits. Those of firms have ten and are left alone. */
const detectInn = findByPattern({
  type: 'INN',
  digits: 8,
  pattern: new RegExp(
    `(?=\\d)(?:${notAfter}|(?<=(?<!\\p{L})инн))\\d{2,4}([ \\u00a0-]?)\\d{2,4}\\1\\d{4,6}(?:\\1\\d{2})?${notBefore}(?! \\d)`,
    'giu',
  ),
  judge: ({ digits, label }) => {
    if (digits.length !== 12) return 0;
    if (label === 'INN') return isPersonalInn(digits) ? confidence.certain : confidence.plausible;
    if (!isPersonalInn(digits) || label === 'OTHER') return 0;
    return label === null ? confidence.formed : confidence.plausible;
  },
  grouped: {
    counts: [12],
    judge: ({ digits, label }) => (label === 'INN' && isPersonalInn(digits) ? confidence.shown : 0),
  },
});

const fakeInn = withCheck({
  isRight: isPersonalInn,
  make: (random) => {
    const body = regionOf(random) + random.digits(8);
    return body + innCheck(body);
  },
});

/** Taxpayer numbers, which firms have too. */
export const inn: EntityKind = {
  detect: detectInn,
  fake: fakeInn,
  normalise: digitsOnly,
  labels: {
    words: 'инн/кпп инн$ inn$',
  },
  columnHeads: {
    whole: 'inn инн tax_id tax_payer_id taxpayer_id itn',
  },
  markerWords: ['ИНН'],
  traits: { owner: 'person' },
};
