import type { EntityType } from '@medley/contracts';

/** What models call a type when they translate a marker or spell it their way; only believed inside brackets. */
const otherWords: Readonly<Record<EntityType, readonly string[]>> = {
  PERSON: ['ПЕРСОНА', 'ЧЕЛОВЕК', 'ЛИЦО', 'ИМЯ', 'ФИО'],
  PHONE: ['ТЕЛЕФОН', 'НОМЕР_ТЕЛЕФОНА'],
  EMAIL: ['E_MAIL', 'ПОЧТА', 'ЭЛ_ПОЧТА', 'ЭЛЕКТРОННАЯ_ПОЧТА'],
  ADDRESS: ['АДРЕС'],
  DATE_OF_BIRTH: ['ДАТА_РОЖДЕНИЯ'],
  PASSPORT: ['ПАСПОРТ'],
  SNILS: ['СНИЛС'],
  INN: ['ИНН'],
  OGRNIP: ['ОГРНИП'],
  DRIVER_LICENCE: ['DRIVER_LICENSE', 'ВОДИТЕЛЬСКОЕ_УДОСТОВЕРЕНИЕ'],
  CREDIT_CARD: ['КАРТА', 'КРЕДИТНАЯ_КАРТА', 'БАНКОВСКАЯ_КАРТА'],
  BANK_ACCOUNT: ['СЧЕТ', 'СЧЁТ', 'БАНКОВСКИЙ_СЧЕТ', 'БАНКОВСКИЙ_СЧЁТ'],
  IP: ['IP_АДРЕС', 'IP_ADDRESS'],
  MAC: ['MAC_АДРЕС', 'MAC_ADDRESS'],
  URL: ['ССЫЛКА'],
  USERNAME: ['USER_NAME', 'ЛОГИН', 'ИМЯ_ПОЛЬЗОВАТЕЛЯ'],
  MEDICAL_ID: ['ПОЛИС'],
  VEHICLE_PLATE: ['ГОСНОМЕР'],
  IBAN: [],
  MILITARY_ID: [],
  BIRTH_CERT: [],
  VIN: [],
  CRYPTO: [],
  US_SSN: [],
  US_ITIN: [],
  UK_NINO: [],
  UK_NHS: [],
};

/** What a word of a marker stands for; `isOwn`: it is the type as we spell it. */
interface MarkerWord {
  type: EntityType;
  isOwn: boolean;
}

/** Every word for a type, in capitals with underscores, the longest first. */
export const markerWords: ReadonlyMap<string, MarkerWord> = new Map(
  (Object.entries(otherWords) as [EntityType, readonly string[]][])
    .flatMap(([type, others]): [string, MarkerWord][] => [
      [type, { type, isOwn: true }],
      ...others.map((word): [string, MarkerWord] => [word, { type, isOwn: false }]),
    ])
    .sort(([a], [b]) => b.length - a.length),
);
