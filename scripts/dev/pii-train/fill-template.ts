import { capitalise } from './made-up-names';
import type { NameStock } from './name-stock';
import { pick, type Random } from '../seeded-random';

const streetSuffixes = [
  'Street', 'Road', 'Lane', 'Avenue', 'Drive', 'Court', 'Place', 'Way', 'Blvd', 'St', 'Rd', 'Ave', 'Terrace', 'Close',
  'straße', 'gatan', 'u.', 'utca', 'vej', 'Crescent',
]; // prettier-ignore
const nameSuffixes = ['strasse', 'gasse', 'vägen', 'weg', ' utca', ' rkp.'];
const coined = 'soft tech data ly ify gen corp net metrics works labs verse ware mart pay link'.split(' ');
const companyWords =
  'Blue Open Red Cloud First Green Smart Sky North Global Bright Rapid Prime Silver Urban Vision Delta Nova Core Harbor'.split(
    ' ',
  );
const companyEnds = [
  ' Group',
  ' Inc',
  ' LLC',
  ' Ltd',
  ' & Sons',
  ' Investments',
  ' Partners',
  ' Brothers',
  ' Bank',
  ' Extensions',
];
const partnerJoints = [', ', '-', ' and ', ' & '];
const initials = 'ABCDEFGHJKLMNPRSTW';

type Draw = (stock: NameStock, random: Random) => string;

/** Pick one of several variants, each with its probability. */
function oneOf(...ways: readonly (readonly [share: number, draw: Draw])[]): Draw {
  return (stock, random) => {
    let left = random();
    const way = ways.find(([share]) => (left -= share) < 0) ?? ways.at(-1);
    return way ? way[1](stock, random) : '';
  };
}

const madeUp: Draw = (stock, random) => stock.madeUpLatin.draw(random);
const first = oneOf([0.12, madeUp], [0.88, (stock, random) => pick(stock.first, random)]);
const last = oneOf([0.2, madeUp], [0.8, (stock, random) => pick(stock.last, random)]);
const listedLast: Draw = (stock, random) => pick(stock.last, random);
const listedFirst: Draw = (stock, random) => pick(stock.first, random);

const street = oneOf(
  [0.35, (stock, random) => `${listedLast(stock, random)} ${pick(streetSuffixes, random)}`],
  [0.15, (stock, random) => `${listedFirst(stock, random)} ${pick(streetSuffixes, random)}`],
  [0.15, (stock, random) => pick(stock.streets, random)],
  [0.1, (stock, random) => `Via ${listedFirst(stock, random)} ${listedLast(stock, random)}`],
  [0.1, (stock, random) => `ul. ${listedLast(stock, random)}`],
  [0.07, (stock, random) => `Rue ${listedLast(stock, random)}`],
  [0.08, (stock, random) => madeUp(stock, random) + pick(nameSuffixes, random)],
);
const company = oneOf(
  [0.25, madeUp],
  [0.2, (stock, random) => madeUp(stock, random) + pick(coined, random)],
  [0.15, (_, random) => pick(companyWords, random) + pick([' ', ''], random) + pick(companyWords, random)],
  [0.15, (stock, random) => listedLast(stock, random) + pick(companyEnds, random)],
  [
    0.13,
    (stock, random) => listedLast(stock, random) + pick(partnerJoints, random) + listedLast(stock, random),
  ],
  [0.12, (stock, random) => `${pick(companyWords, random)} ${madeUp(stock, random)}`],
);

const slots: Readonly<Record<string, Draw>> = {
  F: first,
  L: last,
  I: (_, random) => pick(initials, random),
  f: (stock, random) => first(stock, random).toLowerCase(),
  l: (stock, random) => last(stock, random).toLowerCase(),
  CF: (stock, random) => pick(stock.common.first, random),
  CL: (stock, random) => pick(stock.common.last, random),
  cf: (stock, random) => pick(stock.common.first, random).toLowerCase(),
  cl: (stock, random) => pick(stock.common.last, random).toLowerCase(),
  CFU: (stock, random) => pick(stock.common.first, random).toUpperCase(),
  CLU: (stock, random) => pick(stock.common.last, random).toUpperCase(),
  FU: (stock, random) => first(stock, random).toUpperCase(),
  LU: (stock, random) => last(stock, random).toUpperCase(),
  N: (_, random) => String(1 + Math.floor(random() * 98)),
  Z: (_, random) => String(10_000 + Math.floor(random() * 89_999)),
  CITY: oneOf([0.15, madeUp], [0.85, (stock, random) => pick(stock.cities, random)]),
  COUNTRY: (stock, random) => pick(stock.countries, random),
  STREET: street,
  STREET2: street,
  CO: company,
};

/** Fill every slot of a template with a value of its kind; unknown slots are kept. */
export function fillTemplate(template: string, stock: NameStock, random: Random): string {
  return template.replace(
    /\{(\w+)\}/g,
    (slot, kind: string) => slots[kind]?.(stock, random) ?? russianName(kind, stock, random) ?? slot,
  );
}

/** `{Smg}`: a Russian name by part, gender and case; `{smg}`: in small letters; `{Fmg}`: a surname that sounds foreign. */
function russianName(kind: string, { russian, foreign }: NameStock, random: Random): string | null {
  const list = kind === 'Fmg' ? foreign : russian.by[capitalise(kind)];
  if (list === undefined) return null;
  const name = pick(list, random);
  return kind === kind.toLowerCase() ? name : capitalise(name);
}
