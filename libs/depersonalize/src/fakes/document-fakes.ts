import type { Random } from '../random';
import { fakeDea, fakePolicy } from './check-digit-fakes';
import type { Fake } from './fake';
import { digitsOf, pourDigits, pourSigns, redraw } from './pour';

const two = (number: number): string => String(number).padStart(2, '0');

/** Keeps the word between series and number («4508 номер 123456»). A Russian series has a region and a year that exist. */
export const fakePassport: Fake = (written, { random }) => {
  const digits = digitsOf(written);
  const words = /\p{L}{3,}/gu;
  if (digits.length !== 10 || /\p{L}/u.test(written.replace(words, '')))
    return redrawNumbered(written, random);
  return pourDigits(written, two(1 + random.below(89)) + two(random.below(25)) + random.digits(6));
};

/** Redraw all but words like «номер», «серия», «№». */
function redrawNumbered(written: string, random: Random): string {
  return written
    .split(/(\p{L}{3,}|No\.?)/u)
    .map((part, i) => (i % 2 === 1 && !/^[A-Z]{4,}$/.test(part) ? part : redraw(part, random)))
    .join('');
}

const britishLicence = /^([A-Z9]{5})\d{6}([A-Z9]{2})(.*)$/;

export const fakeDriverLicence: Fake = (written, { random }) => {
  const british = britishLicence.exec(written);
  if (british) {
    const [, name = '', initials = '', tail = ''] = british;
    const born = `${random.below(10)}${two(1 + random.below(12))}${two(1 + random.below(28))}${random.below(10)}`;
    return redraw(name, random) + born + redraw(initials, random) + redraw(tail, random);
  }
  return /^\d{2}/.test(written) && /[А-ЯЁ]|\d{6}$/u.test(written)
    ? two(1 + random.below(89)) + redrawNumbered(written.slice(2), random)
    : redrawNumbered(written, random);
};

const medicareLetters = [...'ACDEFGHJKMNPQRTUVWXY'];

export const fakeMedicalId: Fake = (written, setting) => {
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
  return pourSigns(written, drawn.join(''));
};

export const fakeMilitaryId: Fake = (written, { random }) => redrawNumbered(written, random);

/** The Roman number stays: other signs mean nothing there. */
export const fakeBirthCert: Fake = (written, { random }) => {
  const roman = /^[IVXLCІХ1ivxlcіх]{1,7}(?=[\s–—-]*[А-ЯЁа-яё]{2})/u.exec(written)?.[0] ?? '';
  return roman + redrawNumbered(written.slice(roman.length), random);
};

/** Letters that both alphabets have, and never the number 000; the region of a Russian plate stays. */
export const fakePlate: Fake = (written, { random }) => {
  const region = /(?<=\p{L}[ ]?\d{3}[ ]?\p{L}{2}[ |/]{0,4})\d{2,3}$/u.exec(written)?.[0] ?? '';
  const head = written.slice(0, written.length - region.length);
  const number = String(1 + random.below(999)).padStart(3, '0');
  const shared = { cyrillic: [...'АВЕКМНОРСТУХ'], latin: [...'ABEKMHOPCTYX'] };
  const drawn = head.replace(/\p{L}/gu, (letter) => {
    if (region === '') return redraw(letter, random);
    const sign = random.pick(/[a-z]/i.test(letter) ? shared.latin : shared.cyrillic);
    return letter === letter.toLowerCase() ? sign.toLowerCase() : sign;
  });
  return (
    (digitsOf(head).length === 3 ? pourDigits(drawn, number) : drawn.replace(/\d/g, () => random.digits(1))) +
    region
  );
};

/** Area, group and serial that the rules allow. */
export const fakeSsn: Fake = (written, { random }) =>
  pourDigits(written, `${100 + random.below(500)}${10 + random.below(89)}${1_000 + random.below(9_000)}`);

export const fakeItin: Fake = (written, { random }) =>
  pourDigits(written, `9${10 + random.below(90)}${70 + random.below(19)}${random.digits(4)}`);

/** A prefix that may be given out, and a suffix from A to D. */
export const fakeNino: Fake = (written, { random }) => {
  const prefix = random.pick(['AB', 'CE', 'HJ', 'LM', 'PR', 'SW', 'YX']);
  return pourSigns(written, prefix + random.digits(6) + random.pick([...'ABCD']));
};
