import { defineMessages } from '../../i18n/catalogue';

/** Kinds of personal data in everyday words; rules of one's own have the name that they were given. */
export const entityNames = defineMessages(
  {
    PERSON: 'Name',
    PHONE: 'Telephone',
    EMAIL: 'E-mail',
    ADDRESS: 'Address',
    DATE_OF_BIRTH: 'Date of birth',
    PASSPORT: 'Passport',
    SNILS: 'SNILS',
    INN: 'INN',
    OGRNIP: 'OGRNIP',
    DRIVER_LICENCE: 'Driving licence',
    CREDIT_CARD: 'Bank card',
    BANK_ACCOUNT: 'Bank account',
    IBAN: 'IBAN',
    IP: 'IP address',
    MAC: 'MAC address',
    URL: 'Link',
    USERNAME: 'User name',
    MEDICAL_ID: 'Medical id',
    MILITARY_ID: 'Military id',
    BIRTH_CERT: 'Birth certificate',
    VEHICLE_PLATE: 'Number plate',
    VIN: 'VIN',
    CRYPTO: 'Crypto wallet',
    US_SSN: 'US social security number',
    US_ITIN: 'US taxpayer number',
    UK_NINO: 'UK national insurance number',
    UK_NHS: 'UK NHS number',
    CUSTOM_DENIED: 'Own word',
  },
  {
    PERSON: 'Имя',
    PHONE: 'Телефон',
    EMAIL: 'Почта',
    ADDRESS: 'Адрес',
    DATE_OF_BIRTH: 'Дата рождения',
    PASSPORT: 'Паспорт',
    SNILS: 'СНИЛС',
    INN: 'ИНН',
    OGRNIP: 'ОГРНИП',
    DRIVER_LICENCE: 'Водительские права',
    CREDIT_CARD: 'Банковская карта',
    BANK_ACCOUNT: 'Банковский счёт',
    IBAN: 'IBAN',
    IP: 'IP-адрес',
    MAC: 'MAC-адрес',
    URL: 'Ссылка',
    USERNAME: 'Имя пользователя',
    MEDICAL_ID: 'Медицинский полис',
    MILITARY_ID: 'Военный билет',
    BIRTH_CERT: 'Свидетельство о рождении',
    VEHICLE_PLATE: 'Номер машины',
    VIN: 'VIN',
    CRYPTO: 'Криптокошелёк',
    US_SSN: 'Номер соцстрахования США',
    US_ITIN: 'Номер налогоплательщика США',
    UK_NINO: 'Номер соцстрахования Великобритании',
    UK_NHS: 'Номер NHS Великобритании',
    CUSTOM_DENIED: 'Своё слово',
  },
);

/** Kinds that are alike share a colour and a line; the name tells them apart. */
const looks: Readonly<Record<string, readonly string[]>> = {
  person: ['PERSON'],
  contact: ['PHONE', 'EMAIL', 'USERNAME', 'URL', 'IP', 'MAC'],
  place: ['ADDRESS'],
  money: ['CREDIT_CARD', 'BANK_ACCOUNT', 'IBAN', 'CRYPTO'],
  birth: ['DATE_OF_BIRTH', 'BIRTH_CERT', 'MEDICAL_ID', 'UK_NHS'],
  vehicle: ['VEHICLE_PLATE', 'VIN', 'DRIVER_LICENCE'],
};

/** The class of the mark of a kind. */
export function lookOf(type: string): string {
  const look = Object.entries(looks).find(([, types]) => types.includes(type))?.[0];
  return `mark-${look ?? (type.startsWith('CUSTOM_') ? 'own' : 'document')}`;
}

export function nameOf(names: Readonly<Record<string, string>>, type: string): string {
  return (Object.hasOwn(names, type) ? names[type] : undefined) ?? type;
}
