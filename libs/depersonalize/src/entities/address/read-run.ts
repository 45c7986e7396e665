import { fold } from '../../text/split-words';
import { lowerStops, stops, streetWords } from './address-words';
import { alternatives } from '../../text/word-lists';
import { textAfter, matchAt, matchEnd } from '../../text/spans';

const oneOf = alternatives('address');

/** A word or number of a line of an address. */
export interface RunToken {
  isNumber: boolean;
  text: string;
  /** Lower case, without its full stop. */
  folded: string;
  start: number;
  end: number;
}

const numberPattern =
  /\d{1,6}(?:[a-z](?!\p{L})|(?:st|nd|rd|th)(?!\p{L})|[/-]\d{1,5}[a-z]?(?!\d))?(?![\p{L}\d])(?![.,:]\d)/iuy;
const wordPattern = /(?!\p{Script=Cyrillic})[\p{L}∆][\p{L}\p{M}∆'’-]{0,39}/uy;
const gapPattern = /[ \t\u00a0]{1,2}/y;
const TOKENS_MAX = 12;

/** Before a number they are no street: “Gate 22”. */
const numberedThings = new RegExp(`^${oneOf('numbered-things')}$`);
/** “Tesla Model 3”: their numbers are no house's inside a line either. */
const counted = /^(?:model|formula|series|part|episode|season|version|net|seat)$/;
/** Before a number these are a flat, which the line ends at. */
const unitKind = /^(?:apt|apartment|suite|ste|flat|unit|room|rm|floor|fl)$/;
/** With these a name may begin in lower case. */
const particles = /^(?:van|von|ten|ter|de|della|del|la|le|el|das|dos)$/;

/** Words and numbers with blanks between from an offset on, as far as they may be one line of an address. */
export function readRun(text: string, start: number, isLower: boolean): RunToken[] {
  const tokens: RunToken[] = [];
  let at = start;
  while (tokens.length < TOKENS_MAX) {
    const token = readToken(text, at);
    if (token === null || !belongs(token, tokens, isLower)) break;
    tokens.push(token);
    const gap = matchAt(gapPattern, text, token.end)?.[0] ?? commaBefore(text, tokens);
    if (gap === null) break;
    at = token.end + gap.length;
  }
  return tokens;
}

function readToken(text: string, at: number): RunToken | null {
  const number = matchAt(numberPattern, text, at)?.[0];
  const word = number ?? matchAt(wordPattern, text, at)?.[0];
  if (word === undefined) return null;
  const folded = fold(word);
  const hasStop =
    number === undefined && text[at + word.length] === '.' && isShortened(folded, text, at + word.length);
  const end = at + word.length + (hasStop ? 1 : 0);
  if (unitKind.test(folded) && /^\.? ?#?[a-z]?\d/i.test(textAfter(text, end, 5))) return null;
  // “7th Street”: an ordinal is a name.
  const isNumber = number !== undefined && !/\p{L}{2}$/u.test(number);
  return { isNumber, text: text.slice(at, end), folded, start: at, end };
}

/** Whether the full stop behind a word belongs to it: «Avda.», «u.», «C.», “St.”. */
function isShortened(folded: string, text: string, at: number): boolean {
  if (folded.length === 1) return true;
  const isKind =
    streetWords.english.has(folded) || streetWords.before.has(folded) || streetWords.behind.has(folded);
  return (isKind && folded.length <= 5 && /^[ ,]/.test(text.slice(at + 1, at + 2))) || folded.endsWith('str');
}

/** “12, rue de la Paix”: the one comma inside a line. */
function commaBefore(text: string, tokens: readonly RunToken[]): string | null {
  const last = tokens.at(-1);
  if (tokens.length !== 1 || !last?.isNumber || !/^, ?/.test(textAfter(text, last.end, 2))) return null;
  const gap = text[last.end + 1] === ' ' ? ', ' : ',';
  const next = readToken(text, last.end + gap.length);
  return next !== null && streetWords.before.has(next.folded) ? gap : null;
}

function belongs(token: RunToken, before: readonly RunToken[], isLower: boolean): boolean {
  const { folded, text } = token;
  if (/^\d/.test(text)) return !counted.test(before.at(-1)?.folded ?? '');
  if (!/^(?![dl]['’]\p{Lu})\p{Ll}/u.test(text)) {
    return !stops.has(folded) && (before.length > 0 || !numberedThings.test(folded));
  }
  if (isLower) return !lowerStops.has(folded) || streetWords.links.has(folded);
  return streetWords.before.has(folded) || streetWords.behind.has(folded) || isInside(folded, before);
}

/** A word in lower case inside a name: “de la”, or the word for the street behind one (“Oak street”). */
function isInside(folded: string, before: readonly RunToken[]): boolean {
  if (before.length === 0 && particles.test(folded)) return true;
  if (streetWords.links.has(folded)) return before.some(({ isNumber }) => !isNumber) && folded !== 'in';
  const last = before.at(-1);
  const isNamed = last !== undefined && !last.isNumber && !streetWords.english.has(last.folded);
  return isNamed && streetWords.english.has(folded);
}

const kind = oneOf('units');
const unitPattern = new RegExp(
  ` {0,2},? {0,2}(?:\\n {0,4})?(?:${kind}(?![\\p{L}])\\.? ?#?(?:[a-z]?[-]?\\d{1,5}(?:-?[a-z])?|[a-z])|# ?\\d{1,5}[a-z]?|\\d{1,2}(?:st|nd|rd|th) floor|\\d{1,2}[ºª°](?: ?(?:izq|dcha|der|[a-z])\\.?)?)(?![\\p{L}\\d])`,
  'iuy',
);
const UNITS_MAX = 3;

/** Where the flats, suites and floors end that follow an offset; the offset itself when there are none. */
export function readLatinUnits(text: string, start: number): number {
  let at = start;
  for (let count = 0; count < UNITS_MAX; count += 1) at = matchEnd(unitPattern, text, at) ?? at;
  return at;
}
