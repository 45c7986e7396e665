import { confidence } from '../../document/confidence';
import type { EntityKind } from '../entity-kind';
import type { Fake } from '../../fakes/fake';
import { replaceSigns } from '../../fakes/replace-digits';
import { longNumber } from '../long-number';
import { findByPattern } from '../../document/find-by-pattern';

/** British national insurance numbers: QQ 12 34 56 C, without the prefixes that are not given out; QQ is that of forms and examples. */
const detectUkNino = findByPattern({
  type: 'UK_NINO',
  pattern:
    /(?<![A-Za-z\d])(?!BG|GB|KN|NK|NT|TN|ZZ)(?:[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]|QQ)([ -]?)\d{2}\1\d{2}\1\d{2}\1[A-D](?![A-Za-z\d])/gi,
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
  labels: {
    words: 'nino$ national_insurance ni_(?:number|no|#)',
  },
  columnHeads: {
    whole: 'nino national_insurance ni',
  },
  markerWords: [],
  traits: { owner: 'person', provesPerson: longNumber },
};
