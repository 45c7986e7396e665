import {
  ibanRemainder,
  innCheck,
  isMedicalPolicy,
  isOgrnip,
  isPersonalInn,
  isSnils,
  luhnDigit,
  nhsCheck,
  ogrnipCheck,
  passesLuhn,
  snilsCheck,
  vinCheck,
} from '../check-digits';
import type { Random } from '../random';
import type { Fake } from './fake';
import { digitsOf, pourDigits, pourSigns, redraw } from './pour';

/** How a number with check digits is made. */
interface Checked {
  isRight: (digits: string) => boolean;
  /** A right one, drawn anew; the original says what is kept. */
  make: (random: Random, digits: string) => string;
}

/** Right check digits where the original had them, wrong ones where it had not. */
function withCheck({ isRight, make }: Checked): Fake {
  return (written, { random }) => {
    const digits = digitsOf(written);
    const made = make(random, digits);
    if (isRight(digits)) return pourDigits(written, made);
    if (made.length !== digits.length) return redraw(written, random);
    return pourDigits(written, spoil(made, random, isRight));
  };
}

function spoil(right: string, random: Random, isRight: (digits: string) => boolean): string {
  const last = Number(right.slice(-1));
  const step = 1 + random.below(9);
  for (let i = 0; i < 10; i += 1) {
    const wrong = right.slice(0, -1) + String((last + step + i) % 10);
    if (!isRight(wrong)) return wrong;
  }
  return right;
}

const regionOf = (random: Random): string => String(1 + random.below(89)).padStart(2, '0');

export const fakeSnils = withCheck({
  isRight: isSnils,
  make: (random) => {
    const body = random.digits(9);
    return body + snilsCheck(body);
  },
});

export const fakeInn = withCheck({
  isRight: isPersonalInn,
  make: (random) => {
    const body = regionOf(random) + random.digits(8);
    return body + innCheck(body);
  },
});

/** Keeps what says that it is a sole trader's and of which year. */
export const fakeOgrnip = withCheck({
  isRight: isOgrnip,
  make: (random, digits) => {
    const body = digits.slice(0, 3) + regionOf(random) + random.digits(9);
    return body + ogrnipCheck(body);
  },
});

/** Keeps the digits that say which network it is of. */
export const fakeCard = withCheck({
  isRight: passesLuhn,
  make: (random, digits) => {
    const kept = digits.startsWith('4') ? 1 : /^[26]/.test(digits) ? 4 : 2;
    const body = digits.slice(0, kept) + random.digits(Math.max(1, digits.length - kept - 1));
    return body + luhnDigit(body);
  },
});

export const fakePolicy = withCheck({
  isRight: isMedicalPolicy,
  make: (random) => {
    const body = random.digits(15);
    return body + ([...'0123456789'].find((digit) => isMedicalPolicy(body + digit)) ?? '0');
  },
});

/** The range 999 is kept for tests by the health service. */
export const fakeNhs = withCheck({
  isRight: (digits) => digits.length === 10 && digits[9] === nhsCheck(digits.slice(0, 9)),
  make: (random) => {
    for (;;) {
      const body = `999${random.digits(6)}`;
      const check = nhsCheck(body);
      if (check !== null) return body + check;
    }
  },
});

/** The seventh digit of an American DEA number closes a sum over the others. */
const isDea = (digits: string): boolean => {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, check] = [...digits].map(Number);
  return digits.length === 7 && (a + c + e + 2 * (b + d + f)) % 10 === check;
};
export const fakeDea = withCheck({
  isRight: isDea,
  make: (random) => {
    const body = random.digits(6);
    return body + ([...'0123456789'].find((digit) => isDea(body + digit)) ?? '0');
  },
});

/** Keeps country and form. */
export const fakeIban: Fake = (written, { random }) => {
  const compact = written.replace(/[^A-Za-z\d]/g, '');
  const isRight = ibanRemainder(compact) === 1;
  const country = compact.slice(0, 2);
  const body = redraw(compact.slice(4).toUpperCase(), random);
  const right = 98 - ibanRemainder(`${country}00${body}`);
  const check = isRight ? right : ((right + random.below(90)) % 97) + 2;
  const spoilt = !isRight && check === right ? check + 1 : check;
  return pourSigns(written, country + String(spoilt).padStart(2, '0') + body);
};

/** Keeps the maker. */
export const fakeVin: Fake = (written, { random }) => {
  const original = written.replace(/[^A-Za-z\d]/g, '').toUpperCase();
  const isRight = original[8] === vinCheck(original);
  const drawn = original.slice(0, 3) + redraw(original.slice(3), random);
  const right = vinCheck(drawn);
  const wrong = [...'0123456789'].find((digit) => digit !== right && digit !== drawn[8]) ?? '0';
  const check = isRight ? right : drawn[8] === right ? wrong : (drawn[8] ?? '');
  return pourSigns(written, drawn.slice(0, 8) + check + drawn.slice(9));
};

const accountWeights = [7, 1, 3];

/** Whether an account goes with a bank code, by the order of the Bank of Russia. */
function fitsBank(account: string, bankCode: string): boolean {
  const bank = /00[012]$/.test(bankCode) ? `0${bankCode.slice(4, 6)}` : bankCode.slice(-3);
  const sum = [...bank, ...account].reduce(
    (all, digit, i) => all + Number(digit) * (accountWeights[i % 3] ?? 0),
    0,
  );
  return sum % 10 === 0;
}

const ACCOUNT_DIGITS = 20;
const CHECK_AT = 8;

/** Keeps what says whose account it is and in which currency, and goes with the bank where the original did. */
export const fakeAccount: Fake = (written, { random, bankCodes }) => {
  const digits = digitsOf(written);
  if (digits.length !== ACCOUNT_DIGITS) return redraw(written, random);
  const made = digits.slice(0, CHECK_AT) + random.digits(ACCOUNT_DIGITS - CHECK_AT);
  const bank = bankCodes.find((code) => fitsBank(digits, code));
  const candidates = [...'0123456789'].map(
    (digit) => made.slice(0, CHECK_AT) + digit + made.slice(CHECK_AT + 1),
  );
  const wanted =
    bank === undefined
      ? (account: string) => !bankCodes.some((code) => fitsBank(account, code))
      : (account: string) => fitsBank(account, bank);
  return pourDigits(written, candidates.find(wanted) ?? made);
};
