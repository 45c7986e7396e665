import { findRussianAddresses } from '../addresses/find-russian-addresses';
import { findEnglishAddresses } from '../addresses/find-english-addresses';
import type { Detector } from '../detector';

/** Postal addresses down to a house; a city or a street alone is a place, not an address. */
export const detectAddress: Detector = (document) => {
  if (!document.hasDigits) return [];
  return [...findRussianAddresses(document.text), ...findEnglishAddresses(document.text)];
};
