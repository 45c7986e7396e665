import { findAddressLines } from '../addresses/find-address-lines';
import { findCorners } from '../addresses/find-corners';
import { findLatinAddresses } from '../addresses/find-latin-addresses';
import { findPostBoxes } from '../addresses/find-post-boxes';
import { findPostedAddresses } from '../addresses/find-posted-addresses';
import { findRussianAddresses } from '../addresses/find-russian-addresses';
import { findSpokenStreets } from '../addresses/find-spoken-streets';
import { isDictated } from '../addresses/spoken-numbers';
import type { Detector } from '../detector';
import type { Label } from '../label-words';

/** Heads of columns of numbers with which no address begins. */
const ownLabels: ReadonlySet<Label | null> = new Set([
  'VEHICLE_PLATE',
  'PHONE',
  'US_SSN',
  'BANK_ACCOUNT',
  'CREDIT_CARD',
  'PASSPORT',
  'DRIVER_LICENCE',
  'UK_NHS',
  'DATE_OF_BIRTH',
]);

/** Postal addresses down to a house; a city or a street alone is a place, not an address. */
export const detectAddress: Detector = (document) => {
  const corners = document.language === 'ru' ? [] : findCorners(document);
  if (!document.hasDigits) return isDictated(document.text) ? findRussianAddresses(document) : corners;
  const found = [
    ...corners,
    ...findRussianAddresses(document),
    ...(document.language === 'ru' ? findSpokenStreets(document) : []),
    ...findLatinAddresses(document),
    ...findPostBoxes(document),
    ...(document.language === 'ru' ? [] : findPostedAddresses(document.text)),
    ...(document.text.includes('\n') ? findAddressLines(document.text) : []),
  ];
  // A plate in one cell and the name in the next row are no address.
  return found.filter(({ start, end }) => {
    const field = document.fieldAt(start);
    return field === null || !field.isCell || end <= field.end || !ownLabels.has(field.label);
  });
};
