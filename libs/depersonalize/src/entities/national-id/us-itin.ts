import { confidence } from '../../document/confidence';
import type { EntityKind } from '../entity-kind';
import type { Fake } from '../../fakes/fake';
import { replaceDigits } from '../../fakes/replace-digits';
import { longNumber } from '../long-number';
import { findByPattern } from '../../document/find-by-pattern';

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
  labels: {
    words: 'itin$ taxpayer',
  },
  columnHeads: {
    whole: 'itin',
  },
  markerWords: [],
  traits: { owner: 'person', provesPerson: longNumber },
};
