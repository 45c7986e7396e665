import type { Random } from '../random';
import type { Fake } from './number-fakes';
import { pourDigits, redraw } from './pour';

const localNames = [
  'alex',
  'info',
  'mail',
  'kira',
  'denis',
  'olga',
  'user',
  'nina',
  'max',
  'vera',
  'sam',
  'lee',
];
const exampleDomains = ['example.com', 'example.org', 'example.net'];

/** RFC 2606 domains: no such mail can reach anybody. */
export const fakeEmail: Fake = (_, random) =>
  `${random.pick(localNames)}.${random.digits(4)}@${random.pick(exampleDomains)}`;

export const fakeUrl: Fake = (written, random) => {
  const scheme = /^[a-z]+:\/\//i.exec(written)?.[0] ?? (/^www\./i.test(written) ? 'www.' : '');
  const path = /[^/]\/[^/]/.test(written.slice(scheme.length))
    ? `/${random.pick(localNames)}${random.digits(4)}`
    : '';
  return `${scheme}${random.pick(exampleDomains)}${path}`;
};

export const fakeUsername: Fake = (written, random) =>
  `${written.startsWith('@') ? '@' : ''}${random.pick(localNames)}_${random.digits(5)}`;

/** The documentation ranges of RFC 5737 and RFC 3849. */
export const fakeIp: Fake = (written, random) => {
  if (written.includes(':'))
    return `2001:db8::${random.below(0xffff).toString(16)}:${random.below(0xffff).toString(16)}`;
  return `${random.pick(['192.0.2', '198.51.100', '203.0.113'])}.${1 + random.below(254)}`;
};

/** Locally administered addresses: no maker’s. */
export const fakeMac: Fake = (written, random) =>
  written.replace(/[0-9a-f]/gi, (digit, at: number) => {
    if (at === 1) return '2';
    const drawn = random.below(16).toString(16);
    return digit === digit.toLowerCase() ? drawn : drawn.toUpperCase();
  });

export const fakeCrypto: Fake = (written, random) => {
  const kept = /^(?:bc1|0x|.)/.exec(written)?.[0] ?? '';
  const alphabet = kept === '0x' ? '0123456789abcdef' : '23456789abcdefghjkmnpqrstuvwxyz';
  const rest = Array.from({ length: written.length - kept.length }, () => random.pick([...alphabet])).join(
    '',
  );
  return kept + rest;
};

/** Russian codes that no operator has been given. */
const freeMobileCodes = ['943', '944', '945', '946', '947', '948', '972', '973', '974', '975', '976'];

/**
 * The same form with a number that rings nowhere: a free mobile code in Russia (a local number never begins with 0),
 * the fictional 555-01xx of North America, and elsewhere zeros where a subscriber’s number begins.
 */
export const fakePhone: Fake = (written, random) => {
  const digits = written.replace(/\D/g, '');
  const own = digits.slice(-10);
  const prefix = digits.slice(0, -own.length);
  if (own.length < 10) return pourDigits(written, `${digits.slice(0, -5)}0${random.digits(4)}`);
  if (prefix === '1' || (prefix === '' && /^\(?[2-9]/.test(written) && !own.startsWith('9'))) {
    return pourDigits(written, `${prefix}${own.slice(0, 3)}55501${random.digits(2)}`);
  }
  if (/^[78]?$/.test(prefix)) return pourDigits(written, prefix + fakeRussian(own, random));
  return pourDigits(written, `${prefix}${own.slice(0, 3)}0${random.digits(6)}`);
};

function fakeRussian(own: string, random: Random): string {
  if (own.startsWith('9')) return random.pick(freeMobileCodes) + random.digits(7);
  return `${own.slice(0, 4)}0${random.digits(5)}`;
}

const towns = {
  ru: ['Тверь', 'Калуга', 'Вологда', 'Рязань', 'Курск', 'Орёл'],
  en: ['Springfield', 'Riverton', 'Milford', 'Fairview', 'Ashland'],
};
const streets = {
  ru: ['Садовая', 'Полевая', 'Лесная', 'Заречная', 'Луговая', 'Школьная', 'Набережная', 'Озёрная'],
  en: ['Oak', 'Maple', 'Cedar', 'Elm', 'Willow', 'Birch', 'Chestnut'],
};

/** A made-up address with the parts of the original: postcode, house, flat. */
export const fakeAddress: Fake = (written, random) => {
  const number = (most: number): number => 1 + random.below(most);
  if (!/[а-яё]/i.test(written)) {
    return `${number(9_999)} ${random.pick(streets.en)} Street, ${random.pick(towns.en)}`;
  }
  const postcode = /(?<!\d)\d{6}(?!\d)/.test(written) ? `${redraw('100000', random)}, ` : '';
  const flat = /кв|квартира/i.test(written) ? `, кв. ${number(200)}` : '';
  return `${postcode}г. ${random.pick(towns.ru)}, ул. ${random.pick(streets.ru)}, д. ${number(150)}${flat}`;
};
