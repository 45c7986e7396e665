import type { EntityType } from '@medley/contracts';
import type { Detector } from './detector';
import { detectAddress } from './detectors/address';
import { detectBankAccount } from './detectors/bank-account';
import { detectBirthCert } from './detectors/birth-cert';
import { detectCreditCard } from './detectors/credit-card';
import { detectCrypto } from './detectors/crypto';
import { detectDateOfBirth } from './detectors/date-of-birth';
import { detectDriverLicence } from './detectors/driver-licence';
import { detectEmail } from './detectors/email';
import { detectIban } from './detectors/iban';
import { detectInn } from './detectors/inn';
import { detectIp } from './detectors/ip';
import { detectMac } from './detectors/mac';
import { detectMedicalId } from './detectors/medical-id';
import { detectMilitaryId } from './detectors/military-id';
import { detectOgrnip } from './detectors/ogrnip';
import { detectPassport } from './detectors/passport';
import { detectPerson } from './detectors/person';
import { detectPhone } from './detectors/phone';
import { detectSnils } from './detectors/snils';
import { detectUkNhs } from './detectors/uk-nhs';
import { detectUkNino } from './detectors/uk-nino';
import { detectUrl } from './detectors/url';
import { detectUsItin } from './detectors/us-itin';
import { detectUsSsn } from './detectors/us-ssn';
import { detectUsername } from './detectors/username';
import { detectVehiclePlate } from './detectors/vehicle-plate';
import { detectVin } from './detectors/vin';

/** The one list of detectors; a type of the contract without one does not compile. */
export const detectors: Readonly<Record<EntityType, Detector>> = {
  PERSON: detectPerson,
  PHONE: detectPhone,
  EMAIL: detectEmail,
  ADDRESS: detectAddress,
  DATE_OF_BIRTH: detectDateOfBirth,
  PASSPORT: detectPassport,
  SNILS: detectSnils,
  INN: detectInn,
  OGRNIP: detectOgrnip,
  DRIVER_LICENCE: detectDriverLicence,
  CREDIT_CARD: detectCreditCard,
  BANK_ACCOUNT: detectBankAccount,
  IBAN: detectIban,
  IP: detectIp,
  MAC: detectMac,
  URL: detectUrl,
  USERNAME: detectUsername,
  MEDICAL_ID: detectMedicalId,
  MILITARY_ID: detectMilitaryId,
  BIRTH_CERT: detectBirthCert,
  VEHICLE_PLATE: detectVehiclePlate,
  VIN: detectVin,
  CRYPTO: detectCrypto,
  US_SSN: detectUsSsn,
  US_ITIN: detectUsItin,
  UK_NINO: detectUkNino,
  UK_NHS: detectUkNhs,
};

/** Every type there is. Taken from here, so that the engine does without the validator that the contracts load. */
export const entityTypes = Object.keys(detectors) as readonly EntityType[];
