import { type Match, confidence } from '../../document/match';
import type { TextDocument } from '../../document/text-document';
import { matchInSpans } from '../../text/spans';
import { alternatives } from '../../text/word-lists';

const oneOf = alternatives('address');

/** Postcodes that tell by themselves: British, Irish, and Indian ones behind a city. */
const postcodePattern =
  /(?<![\p{L}\d])(?:[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[ACDEFHKNPRTVWXY]\d[\dW] [A-Z\d]{4}|(?<=\p{L}(?:,? | ?[–-] ?))[1-8]\d{2} ?\d{3})(?![\p{L}\d]|[.,-]\d)/gu;
/** Without one of these there is none: saves the longer search. */
const anyOpening = new RegExp(`(?<!\\p{L})${oneOf('openings-of-posted')}(?!\\p{L})`, 'iu');
const WINDOW = 160;
const PARTS_MAX = 7;

const word = oneOf('words-of-posted');
/** The part of an address that ends a span, from the first capital on. */
const partPattern = new RegExp(
  `(?<![\\p{L}\\d.#'’/-])[\\p{Lu}\\d#][\\p{L}\\d.'’/#-]{0,24}(?: ${word}){0,6}$`,
  'u',
);
const labelBefore =
  /^(?:(?:Home|Postal|Billing|Delivery|Current|Correspondence|Site|My) )?(?:Address|Addr|Property|Residence) /;
const announced = /(?<!\p{L})(?:addr(?:ess)?|home|residence|property|premises|lives at) ?[:–—-]? {1,3}$/iu;
const unitPart = new RegExp(
  `^(?:${oneOf('units-of-posted')} ?(?:No\\.? ?)?[A-Z]?[-/]?\\d[\\dA-Z/-]{0,9}|(?:Apartment|Flat|Unit) [A-Z]|No\\.? ?\\d{1,5}[A-Z]?(?:[/-]\\d{1,5})?|[A-Z]-?\\d{1,4}|# ?\\d{1,5})$`,
  'u',
);
const housePart = new RegExp(
  `^(?:(?:[\\p{Lu}][\\p{L}'’-]{1,20} ){1,3}${oneOf('named-houses')}|(?:Ty|Tŷ|Plas|Bryn|Llys|Hafod|Tigh|Taigh)(?: [\\p{L}'’-]{1,20}){1,3})$`,
  'u',
);
/** A house that may have any name, where the street follows. */
const namedPart = /^(?:The )?\p{Lu}[\p{L}'’-]{2,20}(?: \p{Lu}[\p{L}'’-]{2,20}){0,2}$/u;
const streetPart = new RegExp(
  `^(?:\\d{1,4}[A-Z]? )?(?:[\\p{Lu}][\\p{L}'’-]{1,20} ){1,3}${oneOf('streets-of-posted')}$`,
  'u',
);
/** Firms, schools, churches: they are somewhere and nobody lives there. */
const publicPart = new RegExp(`(?<!\\p{L})${oneOf('public-places')}(?!\\p{L})`, 'u');
const numberedPart = /^#?\d{1,5}[A-Z]?(?:[/-]\d{1,4})?,? \p{Lu}/u;
/** What an Indian address has besides. */
const indianPart = new RegExp(`(?<!\\p{L})${oneOf('indian-parts')}(?!\\p{L})`, 'u');

interface Part {
  text: string;
  start: number;
  /** A word for an address stands before it. */
  isTold: boolean;
}

/** Addresses that begin with a flat or the name of a house, read backwards from their postcode. */
export function findPostedAddresses(document: TextDocument): Match[] {
  const { text } = document;
  const postcodes = matchInSpans(text, document.digitSpans, postcodePattern);
  if (postcodes.length === 0 || !anyOpening.test(text)) return [];
  return postcodes.flatMap(({ written: postcode, start: index }) => {
    const parts = partsBefore(text, index);
    const start = /^\d/.test(postcode) ? indianStart(parts) : openingOf(parts)?.start;
    if (start === undefined) return [];
    return [{ start, end: index + postcode.length, type: 'ADDRESS' as const, score: confidence.stated }];
  });
}

/** The parts before a postcode, the farthest first, as far as they may be of an address. */
function partsBefore(text: string, end: number): readonly Part[] {
  const parts: Part[] = [];
  const from = Math.max(0, end - WINDOW);
  let at = end;
  while (parts.length < PARTS_MAX && at > from) {
    const before = text.slice(from, at).replace(/(?: ?[–-] ?| {0,3},? ?\n? ?)$/u, '');
    const cut = Math.max(before.lastIndexOf(','), before.lastIndexOf('\n'));
    const stretch = before.slice(cut + 1);
    const part = partPattern.exec(stretch);
    if (part === null) break;
    const lead = labelBefore.exec(part[0])?.[0].length ?? 0;
    const start = from + cut + 1 + part.index + lead;
    const isTold = lead > 0 || announced.test(stretch.slice(0, part.index));
    parts.unshift({ text: part[0].slice(lead), start, isTold });
    if (lead > 0) break;
    if (stretch.slice(0, part.index).trim() !== '' || cut === -1) break;
    at = from + cut + 1;
  }
  return parts;
}

/** The farthest part that a flat or a house begins, with a city behind it. */
function openingOf(parts: readonly Part[]): Part | undefined {
  return parts
    .slice(0, -1)
    .find(({ text }, at) => unitPart.test(text) || housePart.test(text) || isNamedHouse(parts, at));
}

/** “The Elms, Mill Lane, Holt, Norfolk NR25 …”: a name before a street that has no number. */
function isNamedHouse(parts: readonly Part[], at: number): boolean {
  const { text } = parts[at] ?? { text: '' };
  return (
    parts.length - at > 2 &&
    namedPart.test(text) &&
    (text.startsWith('The ') || parts[at]?.isTold === true) &&
    !publicPart.test(text) &&
    !streetPart.test(text) &&
    streetPart.test(parts[at + 1]?.text ?? '')
  );
}

function indianStart(parts: readonly Part[]): number | undefined {
  if (parts.length < 3 || !parts.some(({ text }) => indianPart.test(text))) return undefined;
  return parts.slice(0, -2).find(({ text }) => unitPart.test(text) || numberedPart.test(text))?.start;
}
