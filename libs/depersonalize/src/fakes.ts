import type { EntityType } from '@medley/contracts';
import { fakeAddress } from './fakes/address-fake';
import { fakeBirthDate } from './fakes/birth-date-fake';
import {
  fakeAccount,
  fakeCard,
  fakeIban,
  fakeInn,
  fakeNhs,
  fakeOgrnip,
  fakeSnils,
  fakeVin,
} from './fakes/check-digit-fakes';
import { fakeCrypto } from './fakes/crypto-fake';
import {
  fakeBirthCert,
  fakeDriverLicence,
  fakeItin,
  fakeMedicalId,
  fakeMilitaryId,
  fakeNino,
  fakePassport,
  fakePlate,
  fakeSsn,
} from './fakes/document-fakes';
import type { Fake } from './fakes/fake';
import { fakeEmail, fakeIp, fakeMac, fakeUrl, fakeUsername } from './fakes/net-fakes';
import { fakePhone } from './fakes/phone-fake';

/** What stands in for each type; people are cast apart, since one person has many written forms. */
export const fakes: Readonly<Record<Exclude<EntityType, 'PERSON'>, Fake>> = {
  PHONE: fakePhone,
  EMAIL: fakeEmail,
  ADDRESS: fakeAddress,
  DATE_OF_BIRTH: fakeBirthDate,
  PASSPORT: fakePassport,
  SNILS: fakeSnils,
  INN: fakeInn,
  OGRNIP: fakeOgrnip,
  DRIVER_LICENCE: fakeDriverLicence,
  CREDIT_CARD: fakeCard,
  BANK_ACCOUNT: fakeAccount,
  IBAN: fakeIban,
  IP: fakeIp,
  MAC: fakeMac,
  URL: fakeUrl,
  USERNAME: fakeUsername,
  MEDICAL_ID: fakeMedicalId,
  MILITARY_ID: fakeMilitaryId,
  BIRTH_CERT: fakeBirthCert,
  VEHICLE_PLATE: fakePlate,
  VIN: fakeVin,
  CRYPTO: fakeCrypto,
  US_SSN: fakeSsn,
  US_ITIN: fakeItin,
  UK_NINO: fakeNino,
  UK_NHS: fakeNhs,
};
