import { type EntityKind, digitsOnly, kindWords } from '../entity-kind';
import { detectPhone } from './detect';
import { type Fake, type Random, digitsOf, replaceDigits } from '../../fakes/fake';

/** Russian codes that no operator has been given. */
const freeMobileCodes = ['943', '944', '945', '946', '947', '948', '972', '973', '974', '975', '976'];
const NATIONAL = 10;
const extension = /\s{0,3}(?:[xх#]|ext\.?|доб(?:\.|авочный)?|вн(?:\.|утр\.?)?)\s{0,3}\d{1,8}$/iu;

/**
 * The same form with a number that rings nowhere: a free mobile code in Russia, or after its area code a 0, with which
 * no local number begins; the fictional 555-01xx of North America; the numbers for drama of Ofcom and ARCEP; elsewhere a
 * 0 where a subscriber's number begins.
 */
const fakePhone: Fake = (written, { random, isRussian }) => {
  const tail = extension.exec(written)?.[0] ?? '';
  const number = written.slice(0, written.length - tail.length);
  return fakeNumber(number, random, isRussian) + tail.replace(/\d/g, () => String(random.below(10)));
};

function fakeNumber(written: string, random: Random, isRussian: boolean): string {
  const digits = digitsOf(written);
  const isInternational = /^\D*(?:\+|00|810)/.test(written);
  const own = digits.slice(-NATIONAL);
  const prefix = digits.slice(0, -own.length);
  if (isInternational && !/^[17]\d{10}$/.test(digits))
    return replaceDigits(written, fakeAbroad(digits, random));
  if (own.length < NATIONAL)
    return replaceDigits(written, `0${random.digits(Math.max(1, digits.length - 1))}`);
  if (prefix === '1' || (prefix === '' && isAmerican(written, isRussian))) {
    return replaceDigits(
      written,
      `${prefix}${own.slice(0, 3)}55501${String(random.below(100)).padStart(2, '0')}`,
    );
  }
  if (/^[78]$/.test(prefix) || (prefix === '' && isRussian)) {
    return replaceDigits(written, prefix + fakeRussian(own, areaOf(written, prefix), random));
  }
  if (digits.startsWith('0')) return replaceDigits(written, fakeBritish(digits.slice(1), random, '0'));
  return replaceDigits(written, `${prefix}${own.slice(0, 3)}0${random.digits(6)}`);
}

/** “(212) 736-5000”, not «912 345-67-89» */
function isAmerican(written: string, isRussian: boolean): boolean {
  return (
    /^\(?[2-9]/.test(written) && (/\d{4}$/.test(written) ? !/\d{10}/.test(written) || !isRussian : !isRussian)
  );
}

/** Digits of the area code: three, or as many as the brackets hold. */
function areaOf(written: string, prefix: string): number {
  const bracketed = /\((\d{3,5})\)/.exec(written)?.[1];
  return bracketed !== undefined && digitsOf(written).indexOf(bracketed) === prefix.length
    ? bracketed.length
    : 3;
}

function fakeRussian(own: string, area: number, random: Random): string {
  if (own.startsWith('9')) return random.pick(freeMobileCodes) + random.digits(7);
  return `${own.slice(0, area)}0${random.digits(NATIONAL - area - 1)}`;
}

const frenchDrama: Readonly<Record<string, string>> = {
  1: '19900',
  2: '26191',
  3: '35301',
  4: '46571',
  5: '53649',
  6: '63998',
  7: '63998',
};

function fakeAbroad(digits: string, random: Random): string {
  const [lead = ''] = /^(?:00|810)?/.exec(digits) ?? [];
  const rest = digits.slice(lead.length);
  if (rest.startsWith('44')) {
    const trunk = rest[2] === '0' ? '0' : '';
    return `${lead}44${fakeBritish(rest.slice(2 + trunk.length), random, trunk)}`;
  }
  const french = rest.startsWith('33') ? frenchDrama[rest.slice(2).replace(/^0/, '').slice(0, 1)] : undefined;
  if (french !== undefined) {
    const trunk = rest[2] === '0' ? '0' : '';
    return `${lead}33${trunk}${french}${random.digits(4)}`;
  }
  if (rest.startsWith('1'))
    return `${lead}${rest.slice(0, 4)}55501${String(random.below(100)).padStart(2, '0')}`;
  const kept = Math.min(5, Math.max(2, rest.length - 5));
  return `${lead}${rest.slice(0, kept)}0${random.digits(Math.max(1, rest.length - kept - 1))}`;
}

/** Numbers that Ofcom keeps for drama, of the kind of the original. */
function fakeBritish(national: string, random: Random, trunk: string): string {
  const three = String(random.below(1_000)).padStart(3, '0');
  if (national.startsWith('7')) return `${trunk}7700900${three}`;
  if (national.startsWith('20')) return `${trunk}2079460${three}`;
  if (national.startsWith('8')) return `${trunk}8081570${three}`;
  return national.startsWith('3') ? `${trunk}3069990${three}` : `${trunk}1632960${three}`;
}

const NATIONAL_DIGITS = 10;

/** «+7 (905) 123-45-67», «8 905 1234567» and «9051234567» are one telephone. */
function normalise(value: string): string {
  const all = digitsOnly(value).replace(/^(?:00|810)(?=\d{9})/, '');
  const isNational = /^[178]/.test(all) && all.length === NATIONAL_DIGITS + 1;
  return isNational ? all.slice(1) : all;
}

/** Telephone numbers. */
export const phone: EntityKind = {
  detect: detectPhone,
  fake: fakePhone,
  normalise: normalise,
  ...kindWords('phone', { impliedBy: 'SAID' }),
  markerWords: ['ТЕЛЕФОН', 'НОМЕР_ТЕЛЕФОНА'],
  traits: { owner: 'anyone', digits: [11], isBesideAccounts: true },
};
