import type { EntityType } from '@medley/contracts';
import { addressKey } from './address-key';
import { readBirthDate } from './fakes/birth-date';
import { isCustomType, type CustomType } from './own-rules/custom-type';
import { foldValue } from './own-rules/fold-value';
import { writtenMail } from './network/find-spoken-mails';
import { fold } from './split-words';

type Normalise = (value: string) => string;

const NATIONAL_DIGITS = 10;
const digits: Normalise = (value) => value.replace(/\D/gu, '');
const signs: Normalise = (value) => fold(value).replace(/[^\p{L}\d]/gu, '');
const asIs: Normalise = (value) => value.trim();

/** «+7 (905) 123-45-67», «8 905 1234567» and «9051234567» are one telephone. */
const phone: Normalise = (value) => {
  const all = digits(value).replace(/^(?:00|810)(?=\d{9})/, '');
  const isNational = /^[178]/.test(all) && all.length === NATIONAL_DIGITS + 1;
  return isNational ? all.slice(1) : all;
};
const url: Normalise = (value) => {
  const written = value.trim().replace(/^(?:[a-z][a-z\d+.-]{0,20}:\/\/)?(?:www\.)?/iu, '');
  const hostEnd = written.search(/[/?#]|$/);
  const host = written.slice(0, hostEnd);
  const rest = written.slice(hostEnd);
  return host.toLowerCase() + rest.replace(/\/$/, '');
};
const username: Normalise = (value) => value.trim().toLowerCase().replace(/^@/, '');

const lookAlikes: Readonly<Record<string, string>> = Object.fromEntries(
  [...'авекмнорстух'].map((letter, i) => [letter, 'abekmhopctyx'[i] ?? letter]),
);
/** Plates are written with the letters that both alphabets have. */
const plate: Normalise = (value) => signs(value).replace(/[а-я]/gu, (letter) => lookAlikes[letter] ?? letter);

/** «12.03.1985», «12 марта 1985 г.» and «1985-03-12» are one day. */
const birthDate: Normalise = (value) => {
  const date = readBirthDate(value);
  return date ? [date.year, date.month, date.day].join('-') : signs(value);
};

const normalisers: Readonly<Partial<Record<EntityType, Normalise>>> = {
  PHONE: phone,
  EMAIL: writtenMail,
  ADDRESS: addressKey,
  DATE_OF_BIRTH: birthDate,
  PASSPORT: (value) =>
    digits(value).length === 10 ? digits(value) : plate(value.replace(/(?:номер|серия|№|no\.?)/giu, '')),
  SNILS: digits,
  INN: digits,
  CREDIT_CARD: digits,
  OGRNIP: digits,
  URL: url,
  USERNAME: username,
  IP: (value) => value.trim().toLowerCase(),
  VEHICLE_PLATE: plate,
  CRYPTO: asIs,
};

/** What is equal for two ways to write one value; all others go by their letters and digits alone. */
export function valueKey(type: EntityType | CustomType, value: string): string {
  if (isCustomType(type)) return foldValue(value).characters;
  return (normalisers[type] ?? signs)(value) || asIs(value);
}
