import { confidence } from '../../document/confidence';
import type { EntityKind } from '../entity-kind';
import { digitsOnly } from '../normalise';
import { regionOf, withCheck } from '../../fakes/with-check';
import { isOgrnip, ogrnipCheck } from '../../text/check-digits';
import { findByPattern } from '../../document/find-by-pattern';
import { numberSigns } from '../../text/number-signs';

const { notAfter, notBefore } = numberSigns;

const registered = /(?<!\p{L})огрн[ \u00a0:№-]{0,4}$/iu;

/** Registration numbers of sole traders: 15 digits that begin with 3 or 4, the last one a check digit. */
const detectOgrnip = findByPattern({
  type: 'OGRNIP',
  digits: 15,
  pattern: new RegExp(`(?=\\d)${notAfter}[34]\\d{14}${notBefore}`, 'gu'),
  judge: ({ digits, start, label, document }) => {
    // «ОГРН» is said of sole traders too; that of a firm has thirteen digits.
    const isRegistered = registered.test(document.text.slice(Math.max(0, start - 12), start));
    if (label === 'OGRNIP' || isRegistered)
      return isOgrnip(digits) ? confidence.certain : confidence.plausible;
    return isOgrnip(digits) && label !== 'OTHER' && !document.vocabulary.announcesDigits(label, 15)
      ? confidence.formed
      : 0;
  },
  grouped: {
    counts: [15],
    judge: ({ digits, label }) => (label === 'OGRNIP' && isOgrnip(digits) ? confidence.shown : 0),
  },
});

/** Keeps what says that it is a sole trader's and of which year. */
const fakeOgrnip = withCheck({
  isRight: isOgrnip,
  make: (random, digits) => {
    const body = digits.slice(0, 3) + regionOf(random) + random.digits(9);
    return body + ogrnipCheck(body);
  },
});

/** Registration numbers of sole traders. */
export const ogrnip: EntityKind = {
  detect: detectOgrnip,
  fake: fakeOgrnip,
  normalise: digitsOnly,
  labels: {
    words: 'огрнип огрн_ип егрип ogrnip',
    isOfDocument: true,
  },
  columnHeads: {
    whole: 'ogrnip огрнип',
  },
  markerWords: ['ОГРНИП'],
};
