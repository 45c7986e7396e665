import {
  ibanRemainder,
  innCheck,
  isMedicalPolicy,
  luhnDigit,
  nhsCheck,
  ogrnipCheck,
  passesLuhn,
  snilsCheck,
  vinCheck,
} from '../check-digits';
import type { Random } from '../random';
import { pourDigits, redraw } from './pour';

/** Makes a value of the same kind and written form; a wrong check digit of the original may become a right one. */
export type Fake = (written: string, random: Random) => string;

export const fakeSnils: Fake = (written, random) => {
  const body = random.digits(9);
  return pourDigits(written, body + snilsCheck(body));
};

export const fakeInn: Fake = (written, random) => {
  const body = random.digits(10);
  return pourDigits(written, body + innCheck(body));
};

export const fakeOgrnip: Fake = (written, random) => {
  const body = `3${random.digits(13)}`;
  return pourDigits(written, body + ogrnipCheck(body));
};

/** Keeps the network (first digit) and passes Luhn where the original did. */
export const fakeCard: Fake = (written, random) => {
  const digits = written.replace(/\D/g, '');
  const body = digits.slice(0, 1) + random.digits(digits.length - 2);
  return pourDigits(written, body + (passesLuhn(digits) ? luhnDigit(body) : random.digits(1)));
};

/** Keeps what says whose account it is and in which currency. */
export const fakeAccount: Fake = (written, random) => {
  const digits = written.replace(/\D/g, '');
  const kept = digits.length === 20 ? digits.slice(0, 8) : '';
  return pourDigits(written, kept + random.digits(digits.length - kept.length));
};

export const fakeIban: Fake = (written, random) => {
  const country = written.slice(0, 2);
  const body = redraw(written.slice(4), random);
  const compact = body.replace(/[^A-Za-z0-9]/g, '');
  const check = String(98 - ibanRemainder(`${country}00${compact}`)).padStart(2, '0');
  return `${country}${check}${body}`;
};

/** A series of a region and year that exist, then a number. */
export const fakePassport: Fake = (written, random) => {
  const digits = written.replace(/\D/g, '');
  if (digits.length !== 10) return redraw(written, random);
  const region = String(1 + random.below(90)).padStart(2, '0');
  return pourDigits(written, region + digits.slice(2, 4) + random.digits(6));
};

export const fakeMedicalId: Fake = (written, random) => {
  const digits = written.replace(/\D/g, '');
  if (digits.length !== 16 || !isMedicalPolicy(digits)) return redraw(written, random);
  const body = random.digits(15);
  const last = [...'0123456789'].find((digit) => isMedicalPolicy(body + digit)) ?? '0';
  return pourDigits(written, body + last);
};

export const fakeVin: Fake = (written, random) => {
  const drawn = redraw(written, random);
  return written[8] === vinCheck(written) ? `${drawn.slice(0, 8)}${vinCheck(drawn)}${drawn.slice(9)}` : drawn;
};

/** Area, group and serial that the rules allow. */
export const fakeSsn: Fake = (written, random) => {
  const area = 100 + random.below(500);
  const group = 10 + random.below(89);
  return pourDigits(written, `${area}${group}${1_000 + random.below(9_000)}`);
};

export const fakeItin: Fake = (written, random) =>
  pourDigits(written, `9${10 + random.below(90)}${70 + random.below(19)}${random.digits(4)}`);

/** The range 999 is kept for tests by the health service. */
export const fakeNhs: Fake = (written, random) => {
  for (;;) {
    const body = `999${random.digits(6)}`;
    const check = nhsCheck(body);
    if (check !== null) return pourDigits(written, body + check);
  }
};

export const fakeNino: Fake = (written, random) => {
  const letters = random.pick(['AB', 'CE', 'HJ', 'LM', 'PR', 'SW', 'YX']);
  return letters + redraw(written.slice(2, -1), random) + random.pick([...'ABCD']);
};

export const fakePlate: Fake = (written, random) => redraw(written, random);

/** The same wording with another day, month and year. */
export const fakeBirthDate: Fake = (written, random) => {
  const shift = 1 + random.below(8);
  return written.replace(/\d+/g, (digits) => {
    if (digits.length === 4) return String(Number(digits) - shift);
    return String(1 + random.below(12)).padStart(digits.length, '0');
  });
};
