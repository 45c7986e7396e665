import {
  ibanRemainder,
  innCheck,
  isMedicalPolicy,
  luhnDigit,
  nhsCheck,
  ogrnipCheck,
  snilsCheck,
  vinCheck,
} from '../src/text/check-digits';

/** A random number below a bound. */
export type Below = (bound: number) => number;

/**
 * A made-up value of a type, spelt as people spell it, with right check digits. A form («compact», «spaced», …) keeps
 * to one spelling; without one any is drawn.
 */
export function drawValue(type: string, form: string, below: Below): string {
  const spellings = spellingsOf[type];
  if (spellings === undefined) throw new Error(`No values are known for ${type}.`);
  const forms = spellings({
    below,
    digits: (count) => Array.from({ length: count }, () => below(10)).join(''),
    pick: (list) => [...list][below([...list].length)] ?? '',
    two: (low, high) => String(low + below(high - low + 1)).padStart(2, '0'),
  });
  const entries = Object.entries(forms).filter(([name]) => form === '' || name.startsWith(form));
  const drawn = entries[below(entries.length)];
  if (drawn === undefined) throw new Error(`${type} has no form “${form}”.`);
  return drawn[1];
}

interface Draw {
  below: Below;
  digits(count: number): string;
  /** One letter of a string or one string of a list. */
  pick(list: Iterable<string>): string;
  /** A number with two digits at least. */
  two(low: number, high: number): string;
}

const PLATE = 'АВЕКМНОРСТУХ';
const CYRILLIC = 'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЭЮЯ';
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BECH32 = '023456789acdefghjklmnpqrstuvwxyz';
const HEX = '0123456789abcdef';
const russianMonths =
  'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ');

/** Groups of a run of digits by their lengths. */
function groups(digits: string, ...lengths: number[]): string[] {
  let at = 0;
  return lengths.map((length) => digits.slice(at, (at += length)));
}

function many(count: number, draw: () => string): string {
  return Array.from({ length: count }, draw).join('');
}

const spellingsOf: Readonly<Record<string, (draw: Draw) => Record<string, string>>> = {
  PHONE: ({ digits, pick, two }) => {
    const mobile = `9${pick(['03', '06', '10', '16', '21', '26', '51', '61', '85', '99'])}`;
    const [a, b, c] = [digits(3), digits(2), digits(2)];
    const city = pick(['495', '499', '812', '343', '383', '846', '863']);
    return {
      compact8: `8${mobile}${a}${b}${c}`,
      compact7: `+7${mobile}${a}${b}${c}`,
      plain: `8 ${mobile} ${a} ${b} ${c}`,
      hyphens: `8-${mobile}-${a}-${b}-${c}`,
      brackets: `+7 (${mobile}) ${a}-${b}-${c}`,
      tight: `8(${mobile})${a}-${b}-${c}`,
      dots: `+7.${mobile}.${a}.${b}.${c}`,
      without: `${mobile} ${a}-${b}-${c}`,
      short: `8${mobile} ${a}${b}${c}`,
      city: `8 (${city}) ${two(200, 799)}-${b}-${c}`,
      cityBare: `(${city}) ${two(200, 799)}-${b}-${c}`,
      cityHyphens: `8-${city}-${two(200, 799)}-${b}-${c}`,
    };
  },
  PASSPORT: ({ digits, two }) => {
    const [region, year, number] = [two(1, 92), two(0, 24), digits(6)];
    return {
      number: `${region} ${year} ${number}`,
      numberTight: `${region}${year} ${number}`,
      numberSign: `${region} ${year} № ${number}`,
      numberWord: `${region}${year} номер ${number}`,
    };
  },
  SNILS: ({ digits, two }) => {
    const body = `${two(2, 199).padStart(3, '0')}${digits(6)}`;
    const [a, b, c] = groups(body, 3, 3, 3);
    const check = snilsCheck(body);
    return {
      written: `${a}-${b}-${c} ${check}`,
      writtenHyphen: `${a}-${b}-${c}-${check}`,
      compact: `${body}${check}`,
      spaced: `${a} ${b} ${c} ${check}`,
    };
  },
  INN: ({ digits, two }) => {
    const body = `${two(1, 92)}${digits(8)}`;
    const inn = `${body}${innCheck(body)}`;
    return { compact: inn, spaced: groups(inn, 4, 4, 4).join(' ') };
  },
  OGRNIP: ({ digits, two }) => {
    const body = `3${two(4, 24)}${two(1, 92)}${digits(9)}`;
    return { compact: `${body}${ogrnipCheck(body)}` };
  },
  DRIVER_LICENCE: ({ digits, pick, two }) => ({
    spaced: `${two(1, 92)} ${two(0, 37)} ${digits(6)}`,
    tight: `${two(1, 92)}${two(0, 37)} ${digits(6)}`,
    compact: `99${two(10, 37)}${digits(6)}`,
    letters: `${two(1, 92)} ${pick(PLATE)}${pick(PLATE)} ${digits(6)}`,
  }),
  CREDIT_CARD: ({ digits, pick }) => {
    const body = `${pick(['4276', '4817', '5336', '5469', '2200', '2202', '2204', '6011'])}${digits(11)}`;
    const card = `${body}${luhnDigit(body)}`;
    const parts = groups(card, 4, 4, 4, 4);
    return { compact: card, spaced: parts.join(' '), hyphens: parts.join('-') };
  },
  BANK_ACCOUNT: ({ digits, pick }) => {
    const [head, rest] = [`${pick(['40817', '40802', '42301', '40820'])}810`, digits(12)];
    return {
      compact: `${head}${rest}`,
      spaced: groups(`${head}${rest}`, 4, 4, 4, 4, 4).join(' '),
      spacedParts: groups(`${head}${rest}`, 5, 3, 1, 4, 7).join(' '),
    };
  },
  IBAN: ({ digits, pick }) => {
    const [country, bank, length] = pick([
      'DE--18',
      'GB-ABCD-14',
      'FR--23',
      'KZ--16',
      'GE-TB-16',
      'NL-INGB-10',
      'ES--20',
      'BY-AKBB-20',
    ]).split('-');
    const body = `${bank ?? ''}${digits(Number(length))}`;
    const check = String(98 - ibanRemainder(`${country ?? ''}00${body}`)).padStart(2, '0');
    const iban = `${country ?? ''}${check}${body}`;
    return { compact: iban, spaced: iban.replace(/(.{4})(?=.)/g, '$1 '), lower: iban.toLowerCase() };
  },
  IP: ({ below, pick }) => {
    const group = (): string => many(4, () => pick(HEX)).replace(/^0+(?=.)/, '');
    return {
      four: `${1 + below(223)}.${below(256)}.${below(256)}.${1 + below(254)}`,
      six: Array.from({ length: 8 }, group).join(':'),
      sixShort: `2001:db8:${group()}::${group()}`,
    };
  },
  MAC: ({ pick }) => {
    const bytes = Array.from({ length: 6 }, () => pick(HEX) + pick(HEX));
    return {
      colons: bytes.join(':').toUpperCase(),
      lower: bytes.join(':'),
      hyphens: bytes.join('-').toUpperCase(),
      dots: groups(bytes.join(''), 4, 4, 4).join('.'),
    };
  },
  EMAIL: ({ digits, pick }) => ({
    plain: `${pick(['olga', 'i.petrov', 'buh', 'anna_k', 'info+ru'])}${digits(2)}@${pick(['mail.example.ru', 'example.com', 'sub.firma-test.org', 'почта.рф'])}`,
  }),
  URL: ({ digits, pick }) => ({
    page: `https://${pick(['example.com', 'www.site-test.ru'])}/${pick(['u', 'profile', 'id'])}/${digits(5)}?ref=${digits(2)}`,
    bare: `${pick(['vk.com', 'ok.ru', 't.me', 'github.com', 'instagram.com'])}/${pick(['user', 'id', 'masha'])}${digits(4)}`,
    www: `www.${pick(['ivanov', 'firma'])}${digits(2)}.${pick(['ru', 'com', 'net'])}`,
  }),
  USERNAME: ({ digits, pick }) => {
    const name = `${pick(['sokol', 'kot_', 'Max', 'lena.', 'dark_wolf'])}${digits(3)}`;
    return { plain: name, at: `@${name}` };
  },
  MEDICAL_ID: ({ digits }) => {
    const body = digits(15).replace(/^0/, '5');
    const policy = Array.from({ length: 10 }, (_, check) => `${body}${check}`).find(isMedicalPolicy) ?? '';
    return { compact: policy, spaced: groups(policy, 4, 4, 4, 4).join(' ') };
  },
  MILITARY_ID: ({ digits, pick }) => {
    const letters = pick(CYRILLIC) + pick(CYRILLIC);
    return { spaced: `${letters} ${digits(7)}`, sign: `${letters} № ${digits(7)}` };
  },
  BIRTH_CERT: ({ digits, pick }) => {
    const series = `${pick(['I', 'II', 'III', 'IV', 'V', 'VI'])}-${pick(CYRILLIC)}${pick(CYRILLIC)}`;
    return { plain: `${series} ${digits(6)}`, sign: `${series} № ${digits(6)}` };
  },
  VEHICLE_PLATE: ({ digits, pick, two }) => {
    const [a, b, c] = [pick(PLATE), pick(PLATE), pick(PLATE)];
    const number = digits(3).replace('000', '001');
    const region = pick([two(1, 99), `1${two(2, 99)}`, '777', '799']);
    return {
      car: `${a}${number}${b}${c}${region}`,
      carSpaced: `${a} ${number} ${b}${c} ${region}`,
      carHalf: `${a}${number}${b}${c} ${region}`,
    };
  },
  VIN: ({ below, digits, pick }) => {
    const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ';
    const head = `${pick(['XTA', 'X9F', 'WBA', '1HG', 'Z94'])}${many(5, () => pick(letters + '0123456789'))}`;
    const tail = `${pick(letters)}${pick(letters)}${below(10)}${digits(5)}`;
    return { plain: `${head}${vinCheck(`${head}0${tail}`)}${tail}` };
  },
  CRYPTO: ({ pick }) => ({
    bech32: `bc1q${many(38, () => pick(BECH32))}`,
    ether: `0x${many(40, () => pick(HEX))}`,
    legacy: `1${many(32, () => pick(BASE58))}`,
  }),
  DATE_OF_BIRTH: ({ pick, two }) => {
    const [day, month, year] = [two(1, 28), two(1, 12), two(1940, 2015)];
    return { dots: `${day}.${month}.${year}`, words: `${Number(day)} ${pick(russianMonths)} ${year}` };
  },
  US_SSN: ({ digits, two }) => {
    const parts = [two(101, 665), two(1, 99), digits(4).replace('0000', '0001')];
    return { dashed: parts.join('-'), compact: parts.join(''), spaced: parts.join(' ') };
  },
  US_ITIN: ({ digits, two }) => ({ dashed: `9${digits(2)}-${two(70, 88)}-${digits(4)}` }),
  UK_NINO: ({ digits, pick }) => {
    const letters = pick('ACEHJLMPRSWXY') + pick('ABCEHJLMPRSWXY');
    const parts = [letters, digits(2), digits(2), digits(2), pick('ABCD')];
    return { compact: parts.join(''), spaced: parts.join(' '), lower: parts.join('').toLowerCase() };
  },
  UK_NHS: ({ digits }) => {
    let body = digits(9);
    while (nhsCheck(body) === null) body = digits(9);
    const number = `${body}${nhsCheck(body) ?? ''}`;
    return { compact: number, spaced: groups(number, 3, 3, 4).join(' ') };
  },
};
