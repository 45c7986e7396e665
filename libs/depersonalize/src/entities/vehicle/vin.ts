import { confidence } from '../../document/match';
import { type EntityKind, kindWords } from '../entity-kind';
import { type Fake, redraw, replaceSigns } from '../../fakes/fake';
import { vinCheck } from '../../text/check-digits';
import { findByPattern } from '../../document/find-by-pattern';
import { textBefore } from '../../text/spans';

/** Cyrillic letters that look like those of the alphabet of such numbers too. */
const SIGN = '[A-HJ-NPR-Z0-9АВЕКМНРСТУХ]';

/** «VIN», «идентификационный номер» */
const called = /vin|вин(?!\p{L})|идентификац/iu;

/** Vehicle identification numbers: 17 signs without I, O, Q, the last four digits. */
const detectVin = findByPattern({
  type: 'VIN',
  digits: 4,
  pattern: new RegExp(
    `(?=${SIGN})(?<![\\p{L}\\d-])(?:${SIGN}{13}\\d{4}|${SIGN}{3}([ -])${SIGN}{6}\\1${SIGN}{4}\\d{4})(?![\\p{L}\\d-])`,
    'giu',
  ),
  judge: ({ text: written, start, label, document }) => {
    // Cyrillic letters and blanks only where it is called one.
    if (/[^A-Za-z\d]/.test(written)) return label === 'VIN' && /\p{L}/u.test(written) ? confidence.stated : 0;
    const text = written.toUpperCase();
    const letters = text.replace(/\d/g, '').length;
    // What bodies and frames have of digits alone is any number.
    if (letters === 0)
      return label === 'VIN' && called.test(textBefore(document.text, start, 32)) ? confidence.plausible : 0;
    if (label === 'VIN') return confidence.certain;
    if (text !== written) return 0;
    if (letters >= 3 && text[8] === vinCheck(text)) return confidence.stated;
    return letters >= 5 && /^[A-Z]/.test(text) && label !== 'OTHER' ? confidence.plausible : 0;
  },
});

/** Keeps the maker. */
const fakeVin: Fake = (written, { random }) => {
  const original = written.replace(/[^A-Za-z\d]/g, '').toUpperCase();
  const isRight = original[8] === vinCheck(original);
  const drawn = original.slice(0, 3) + redraw(original.slice(3), random);
  const right = vinCheck(drawn);
  const wrong = [...'0123456789'].find((digit) => digit !== right && digit !== drawn[8]) ?? '0';
  const check = isRight ? right : drawn[8] === right ? wrong : (drawn[8] ?? '');
  return replaceSigns(written, drawn.slice(0, 8) + check + drawn.slice(9));
};

/** Numbers of vehicles. */
export const vin: EntityKind = {
  detect: detectVin,
  fake: fakeVin,
  ...kindWords('vin'),
  markerWords: [],
  traits: { neverLooksLikePhone: true },
};
