import type { EntityType } from '@medley/contracts';
import type { EntityKind } from './entity-kind';
import { address } from './address/address';
import { dateOfBirth } from './date-of-birth/date-of-birth';
import { bankAccount } from './finance/bank-account';
import { creditCard } from './finance/credit-card';
import { crypto } from './finance/crypto';
import { iban } from './finance/iban';
import { medicalId } from './health/medical-id';
import { ukNhs } from './health/uk-nhs';
import { birthCert } from './identity-document/birth-cert';
import { driverLicence } from './identity-document/driver-licence';
import { militaryId } from './identity-document/military-id';
import { passport } from './identity-document/passport';
import { inn, ogrnip, snils } from './national-id/russian-numbers';
import { ukNino, usItin, usSsn } from './national-id/foreign-numbers';
import { email } from './network/email';
import { ip } from './network/ip';
import { mac } from './network/mac';
import { url } from './network/url';
import { person } from './person/person';
import { phone } from './phone/phone';
import { username } from './username/username';
import { vehiclePlate } from './vehicle/vehicle-plate';
import { vin } from './vehicle/vin';
import { Vocabulary } from '../document/vocabulary';

/**
 * Every kind of personal data, in order of precedence: where the words of two kinds begin alike («удостоверение личности
 * офицера»), and where two matches are equal, the earlier row counts. A type of the contract without a row does not
 * compile.
 */
export const registry: Readonly<Record<EntityType, EntityKind>> = {
  PERSON: person,
  EMAIL: email,
  ADDRESS: address,
  MEDICAL_ID: medicalId,
  OGRNIP: ogrnip,
  BIRTH_CERT: birthCert,
  SNILS: snils,
  MILITARY_ID: militaryId,
  DRIVER_LICENCE: driverLicence,
  PASSPORT: passport,
  INN: inn,
  MAC: mac,
  US_SSN: usSsn,
  US_ITIN: usItin,
  UK_NINO: ukNino,
  UK_NHS: ukNhs,
  VIN: vin,
  CRYPTO: crypto,
  CREDIT_CARD: creditCard,
  BANK_ACCOUNT: bankAccount,
  IBAN: iban,
  DATE_OF_BIRTH: dateOfBirth,
  USERNAME: username,
  IP: ip,
  URL: url,
  VEHICLE_PLATE: vehiclePlate,
  PHONE: phone,
};

/** Every type there is. Taken from here, so that the engine does without the validator that the contracts load. */
export const entityTypes = Object.keys(registry) as readonly EntityType[];

/** What words announce, and what kinds mean for one another; read with the package. */
export const vocabulary = new Vocabulary(new Map(entityTypes.map((type) => [type, registry[type]])));
