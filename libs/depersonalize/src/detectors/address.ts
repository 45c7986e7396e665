import { findAddressLines } from '../addresses/find-address-lines';
import { findCorners } from '../addresses/find-corners';
import { findLatinAddresses } from '../addresses/find-latin-addresses';
import { findPostBoxes } from '../addresses/find-post-boxes';
import { findRussianAddresses } from '../addresses/find-russian-addresses';
import { findSpokenStreets } from '../addresses/find-spoken-streets';
import { isDictated } from '../addresses/spoken-numbers';
import type { Detector } from '../detector';

/** Postal addresses down to a house; a city or a street alone is a place, not an address. */
export const detectAddress: Detector = (document) => {
  const corners = document.language === 'ru' ? [] : findCorners(document);
  if (!document.hasDigits) return isDictated(document.text) ? findRussianAddresses(document) : corners;
  return [
    ...corners,
    ...findRussianAddresses(document),
    ...(document.language === 'ru' ? findSpokenStreets(document) : []),
    ...findLatinAddresses(document),
    ...findPostBoxes(document),
    ...(document.text.includes('\n') ? findAddressLines(document.text) : []),
  ];
};
