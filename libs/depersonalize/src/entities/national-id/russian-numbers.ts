import { confidence } from '../../document/match';
import { type EntityKind, digitsOnly, kindWords, longNumber } from '../entity-kind';
import { regionOf, withCheck } from '../../fakes/fake';
import { innCheck, isOgrnip, isPersonalInn, isSnils, ogrnipCheck, snilsCheck } from '../../text/check-digits';
import { findByPattern } from '../../document/find-by-pattern';
import { numberSigns } from '../../text/number-signs';
import { textBefore } from '../../text/spans';

const { blank, dash, notAfter, notBefore } = numberSigns;

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
  ...kindWords('inn'),
  markerWords: ['ИНН'],
  traits: { owner: 'person' },
};

/** Russian insurance numbers (SNILS): 112-233-445 95, with two check digits. */
const detectSnils = findByPattern({
  type: 'SNILS',
  digits: 11,
  pattern: new RegExp(
    `(?<![\\d+-])\\d{3}(${blank}|${dash}|)\\d{3}\\1\\d{3}(?:${blank}|${dash})?\\d{2}${notBefore}`,
    'g',
  ),
  judge: ({ text, digits, label, document }) => {
    if (label === 'SNILS') return isSnils(digits) ? confidence.certain : confidence.confirmed;
    const isWritten = /^\d{3}-\d{3}-\d{3}/.test(text);
    if (label === 'OTHER' || document.vocabulary.announcesDigits(label, 11))
      return isWritten && isSnils(digits) ? confidence.likely : confidence.guess;
    if (!isSnils(digits)) return isWritten && /[ -]\d\d$/.test(text) ? confidence.weak : 0;
    if (isWritten) return confidence.stated;
    return /^[78]/.test(digits) ? confidence.faint : confidence.likely;
  },
  grouped: {
    counts: [11],
    judge: ({ digits, label }) => (label === 'SNILS' && isSnils(digits) ? confidence.shown : 0),
  },
});

const fakeSnils = withCheck({
  isRight: isSnils,
  make: (random) => {
    const body = random.digits(9);
    return body + snilsCheck(body);
  },
});

/** Numbers of the Russian pension insurance. */
export const snils: EntityKind = {
  detect: detectSnils,
  fake: fakeSnils,
  normalise: digitsOnly,
  ...kindWords('snils', { isOfDocument: true }),
  markerWords: ['СНИЛС'],
  traits: { owner: 'person', provesPerson: longNumber },
};

const registered = /(?<!\p{L})огрн[ \u00a0:№-]{0,4}$/iu;

/** Registration numbers of sole traders: 15 digits that begin with 3 or 4, the last one a check digit. */
const detectOgrnip = findByPattern({
  type: 'OGRNIP',
  digits: 15,
  pattern: new RegExp(`(?=\\d)${notAfter}[34]\\d{14}${notBefore}`, 'gu'),
  judge: ({ digits, start, label, document }) => {
    // «ОГРН» is said of sole traders too; that of a firm has thirteen digits.
    const isRegistered = registered.test(textBefore(document.text, start, 12));
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
  ...kindWords('ogrnip', { isOfDocument: true }),
  markerWords: ['ОГРНИП'],
};
