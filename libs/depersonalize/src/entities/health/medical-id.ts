import { confidence } from '../../document/match';
import { type EntityKind, kindWords, longNumber } from '../entity-kind';
import { type Fake, digitsOf, redraw, replaceSigns, withCheck } from '../../fakes/fake';
import { isMedicalPolicy, passesLuhn } from '../../text/check-digits';
import { findByPattern } from '../../document/find-by-pattern';

const medicareForm =
  /^[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]\d-?[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]\d-?[AC-HJKMNP-RT-Y]{2}\d{2}$/;

/** Russian medical policies (16 digits), American Medicare (MBI) and DEA numbers. */
const detectMedicalId = findByPattern({
  type: 'MEDICAL_ID',
  pattern:
    /(?<![\p{L}\d.+]|(?<!\p{L}{3})-|(?<![\d./-])\d{1,3},|\d )(?:\d{4}([ \u00a0-]?)\d{4}\1\d{4}\1\d{4}|\d[A-Z][A-Z0-9]\d-?[A-Z][A-Z0-9]\d-?[A-Z]{2}\d{2}|[A-Z][A-Z9]\d{7})(?![\p{L}\d]|\.\d| \d{4}(?!\d))/gu,
  judge: ({ text, digits, label }) => {
    if (digits.length === 16) {
      if (label === 'MEDICAL_ID') return isMedicalPolicy(digits) ? confidence.certain : confidence.confirmed;
      return label === null && isMedicalPolicy(digits) && !passesLuhn(digits) ? confidence.plausible : 0;
    }
    if (medicareForm.test(text)) return confidence.formed;
    return /^[A-Z]{2}\d{7}$/.test(text) && isDea(digits)
      ? label === 'MEDICAL_ID'
        ? confidence.stated
        : confidence.weak
      : 0;
  },
  grouped: {
    counts: [16],
    judge: ({ digits, gaps, label }) => {
      if (label !== 'MEDICAL_ID') return 0;
      if (isMedicalPolicy(digits)) return confidence.shown;
      return gaps.every((gap) => /^[ \u00a0-]$/.test(gap)) ? confidence.plausible : 0;
    },
  },
});

/** The last digit closes the sum of the first, third and fifth plus twice the second, fourth and sixth. */
function isDea(digits: string): boolean {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, check] = [...digits].map(Number);
  return digits.length === 7 && (a + c + e + 2 * (b + d + f)) % 10 === check;
}

const fakePolicy = withCheck({
  isRight: isMedicalPolicy,
  make: (random) => {
    const body = random.digits(15);
    return body + ([...'0123456789'].find((digit) => isMedicalPolicy(body + digit)) ?? '0');
  },
});

const fakeDea = withCheck({
  isRight: isDea,
  make: (random) => {
    const body = random.digits(6);
    return body + ([...'0123456789'].find((digit) => isDea(body + digit)) ?? '0');
  },
});

const medicareLetters = [...'ACDEFGHJKMNPQRTUVWXY'];

const fakeMedicalId: Fake = (written, setting) => {
  const { random } = setting;
  if (/^[A-Z][A-Z9]\d{7}$/i.test(written)) {
    return written.slice(0, 1) + redraw(written.slice(1, 2), random) + fakeDea(written.slice(2), setting);
  }
  if (!/[A-Z]/i.test(written)) {
    return digitsOf(written).length === 16 ? fakePolicy(written, setting) : redraw(written, random);
  }
  const drawn = [...written.replace(/[^A-Za-z\d]/g, '')].map((sign, i) =>
    /\d/.test(sign) ? (i === 0 ? random.digits(1) : String(random.below(10))) : random.pick(medicareLetters),
  );
  return replaceSigns(written, drawn.join(''));
};

/** Numbers of medical policies and of American doctors and patients. */
export const medicalId: EntityKind = {
  detect: detectMedicalId,
  fake: fakeMedicalId,
  ...kindWords('medical-id', { isOfDocument: true, hasSeries: true }),
  markerWords: ['ПОЛИС'],
  traits: { owner: 'person', digits: [16], provesPerson: longNumber },
};
