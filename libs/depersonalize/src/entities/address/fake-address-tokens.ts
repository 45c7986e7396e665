import { addressWord, type AddressWord } from './fake-address-words';

/** A run of letters or of digits in an address, with what it means. */
export interface AddressToken {
  text: string;
  start: number;
  end: number;
  kind: AddressWord | 'plain' | 'name' | 'number';
}

/** Split an address into what it is made of. */
export function readAddressTokens(written: string): AddressToken[] {
  // A postcode of Britain, a number with its letters («12А», «3-я», “21st”), a word.
  const pattern = /\d+(?:-?\p{L}{1,2}(?![\p{L}\d]))?|\p{L}+(?:[-'’]\p{L}+)*/gu;
  const hasCapitals = /[A-Z][a-z]/.test(written);
  return [...written.matchAll(pattern)].map(({ 0: text, index: start }) => {
    const isNumber = /^\d/.test(text) || isPostcodePart(written, text, start);
    // “the corner of 5 Oak Street and …”: small words among names are none.
    const isSmall = hasCapitals && /^[a-z]+$/.test(text);
    const kind = isNumber ? 'number' : (addressWord(text) ?? (isSmall ? 'plain' : 'name'));
    return { text, start, end: start + text.length, kind: isLoneLetter(text, kind) ? 'number' : kind };
  });
}

/** «д. 5 А», “Apt B” */
function isLoneLetter(text: string, kind: string): boolean {
  return kind === 'name' && text.length === 1;
}

function isPostcodePart(written: string, text: string, start: number): boolean {
  return /^[A-Z]{1,2}$/.test(text) && /\d/.test(written[start + text.length] ?? written[start - 1] ?? '');
}
