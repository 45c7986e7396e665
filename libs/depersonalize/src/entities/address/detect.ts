import { fold } from '../../text/split-words';
import { streetWords } from './street-words';
import { findAddressLines } from './find-address-lines';
import { findCorners } from './find-corners';
import { findLatinAddresses } from './find-latin-addresses';
import { findPostBoxes } from './find-post-boxes';
import { findPostedAddresses } from './find-posted-addresses';
import { findRussianAddresses } from './find-russian-addresses';
import { findSpokenStreets } from './find-spoken-streets';
import type { Detector } from '../../document/detector';
import { isKindLabel } from '../../document/labels/label';

/** Postal addresses down to a house; a city or a street alone is a place, not an address. */
export const detectAddress: Detector = (document) => {
  const corners = document.language === 'ru' ? [] : findCorners(document);
  if (!document.hasDigits) return corners;
  const found = [
    ...corners,
    ...findRussianAddresses(document),
    ...(document.language === 'ru' ? findSpokenStreets(document) : []),
    ...findLatinAddresses(document),
    ...findPostBoxes(document),
    ...(document.language === 'ru' ? [] : findPostedAddresses(document)),
    ...(document.text.includes('\n') ? findAddressLines(document.text) : []),
  ];
  // A plate in one cell and the name in the next row are no address.
  return found.filter(({ start, end }) => {
    if (document.dictation !== null && !hasStreetWord(document.text.slice(start, end))) return false;
    const field = document.fieldAt(start);
    return field === null || !field.isCell || end <= field.end || !isKindLabel(field.label);
  });
};

/** In speech without capitals a number before a word is hardly ever a house: a word for streets has to be there. */
function hasStreetWord(written: string): boolean {
  if (/[а-яё]/iu.test(written)) return true;
  const { english, weak, before } = streetWords;
  const words = fold(written).match(/\p{L}+/gu) ?? [];
  return words.some((word) => english.has(word) || weak.has(word) || before.has(word));
}
