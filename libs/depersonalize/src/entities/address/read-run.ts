import { fold } from '../../text/split-words';
import { streetWords } from './street-words';

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

/** Capitalised, but no part of an address. */
const stops: ReadonlySet<string> = new Set(
  `i my we our you your he she his her it its they their this that these those there here what where when why how who
  please thanks thank hello hi hey dear regards best sincerely yours meet call send ship visit contact address phone tel
  email e-mail fax mobile from to at is are was were and or but not yes no monday tuesday wednesday thursday friday
  saturday sunday january february march april may june july august september october november december jan feb mar apr
  jun jul aug sep sept oct nov dec today tomorrow tonight bot user re fwd subject page chapter section article figure table
  version order invoice ticket acc acct bsb inst pm days hours minutes weeks months years people miles percent million billion thousand hundred dollar dollars step level room flight boeing airbus windows iphone android`.split(
    /\s+/u,
  ),
);
/** In a text without capitals, words that are no names. */
const lowerStops: ReadonlySet<string> = new Set([
  ...stops,
  ...`a an the of for with by as if so do does did have has had will would can could should be been am in on into onto
  over under up down out off past near about after before since until between than then also just only very more most
  people minutes hours days weeks months years miles blocks times dollars percent users items old new first last next
  live lives living moved located delivered sent can't won't don't one two three four five six seven eight nine ten any
  some all each every other another such own same too now never always again lazy get got go going come see know think
  want need use make take give let say said tell me him them us`.split(/\s+/u),
]);

/** Before a number they are no street: “Gate 22”. */
const numberedThings =
  /^(?:exit|model|formula|gate|seat|route|highway|interstate|series|part|episode|season|platform|track|line|lane|unit|dock|bay|lot|batch|truck|stand|hall|stall|booth|berth|pier|terminal|ward|zone|un|class|pg|pallet|bin|aisle|rack|container|trailer|coach|row|plant|hangar|warehouse|tag|plate|net)$/;
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
    gapPattern.lastIndex = token.end;
    const gap = gapPattern.exec(text)?.[0] ?? commaBefore(text, tokens);
    if (gap === null) break;
    at = token.end + gap.length;
  }
  return tokens;
}

function readToken(text: string, at: number): RunToken | null {
  numberPattern.lastIndex = at;
  const number = numberPattern.exec(text)?.[0];
  wordPattern.lastIndex = at;
  const word = number ?? wordPattern.exec(text)?.[0];
  if (word === undefined) return null;
  const folded = fold(word);
  const hasStop =
    number === undefined && text[at + word.length] === '.' && isShortened(folded, text, at + word.length);
  const end = at + word.length + (hasStop ? 1 : 0);
  if (unitKind.test(folded) && /^\.?[ ]?#?[a-z]?\d/i.test(text.slice(end, end + 5))) return null;
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
  if (tokens.length !== 1 || !last?.isNumber || !/^, ?/.test(text.slice(last.end, last.end + 2))) return null;
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
