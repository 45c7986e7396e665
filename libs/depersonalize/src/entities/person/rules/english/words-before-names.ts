import { nameProbability } from '../../../../document/match';
import {
  type DescribedText,
  type TokenSpan,
  classesOf,
  columnAt,
  script,
  shape,
  stemsOf,
  wordClasses,
} from '@medley/person-model';

const LIKELY = nameProbability.likely;
const BEFORE = 28;
const SHORTEST = 3;

/** Behind these, and a sign or two, somebody may be named. */
const triggers = stemsOf(
  'for to pc wpc dc thanks thx cheers love ta regards xx surnames and its is my name family uncle auntie aunt grandma grandpa granny pay text ring phone email venmo remind thank tell told asked texted babysitter',
);
/** What stands before a word in capitals or with one that makes it a name unless it is a common word. */
const beforeAny =
  /(?:(?:^|[^\p{L}])(?:ask|asking|asked) for |(?:^|[^\p{L}])(?:by|from|with|told|informed|to|attended) (?:PC|WPC|DC|DS|DI|PS|PCSO) |(?:^|[^\p{L}])for surnames? |(?:^|[^\p{L}])surnames? (?:are )?)$/iu;
const secondSurname = /(?:^|[^\p{L}])surnames? (?:are )?\p{Lu}[\p{L}'’-]+,? (?:and|&) $/iu;
/** What makes a known first name one. */
const beforeKnown =
  /(?:(?:^|[^\p{L}])(?:reminder|message|results?|appointment|parcel|gift|letter|prescription) for |(?:^|[\n.!?] ?)(?:many )?(?:thanks|thx|cheers|love|ta|regards|best|kind regards|lots of love|with love|yours),? |(?:^|[^\p{L}])(?:uncle|auntie|aunt|grandma|grandpa|granny) )$/iu;
/** What is done to people only. */
const verb =
  /(?:^|[^\p{L}])(?:pay|text|ring|phone|email|venmo|remind|thank|tell|told|asked|texted|thanked) $/iu;
/** What only people have: “Saskia's birthday”. */
const owned =
  /^['’]s (?:iban|number|mobile|cell|phone|email|address|birthday|passport|ssn|dob|mum|mom|dad|husband|wife|son|daughter|flat|school|account|teacher|surgery)(?!\p{L})/iu;
/** Countries and makes that are first names of few. */
const others = stemsOf(
  'france germany india america argentina china israel kenya ireland italy spain poland russia ukraine europe asia africa missouri ' +
    'chrysler camry lexus nike sephora tesla nokia alexa siri tuesday wednesday june april',
);
/** Whose goods come in families. */
const makes = stemsOf(
  'intel amd nvidia ryzen xeon linux windows android pixel snapdragon arduino cortex airbus boeing tcp',
);
/** At the foot of a text: “…, Kev”. */
const foot = /(?:[.!?)]|\p{Ll}{2},) $/u;
const greeting =
  /(?:^|\n|: )(?:hi|hey|hello|hiya|yo|morning|evening)(?: \p{L}+){0,2},? (?:it'?s|this is|its) $/iu;
const introduced = /(?:^|[^\p{L}])my name(?:'s| is) $/iu;
const endOfText = /^(?: ?x{0,3}\s*$| ?\([^()\n]{1,20}\)\s*(?:\n|$))/u;
/** A family of processors is none. */
const behindFamily = /^ (?:family|household)(?! of)(?!\p{L})/u;
const the = /(?:^|[^\p{L}])the $/iu;
const ends = /^(?:[.,;!?\n)]|['’]s|$| (?:and|&|on|at|by|\(|\d)| {2})/u;
const goesOnLower = /^ ?(?:[,.!?\n]|$|from|in|at|here)/u;

/** First names and surnames that the words around them show to be such. Linear. */
export function wordsBeforeNames(
  text: string,
  described: DescribedText,
  taken: Readonly<Uint8Array>,
): TokenSpan[] {
  const { columns, tokens } = described;
  const found: TokenSpan[] = [];
  for (let token = 0; token < tokens.count; token += 1) {
    if (taken[token] || columns.get(columnAt.script, token) !== script.latin) continue;
    if (columns.get(columnAt.length, token) < SHORTEST) continue;
    if (isShown(text, described, token)) found.push({ first: token, last: token, probability: LIKELY });
  }
  return found;
}

function isShown(text: string, described: DescribedText, token: number): boolean {
  const { columns, tokens } = described;
  const start = tokens.starts[token] ?? 0;
  const end = tokens.ends[token] ?? 0;
  const classes = classesOf(described, token);
  const before = (): string => text.slice(Math.max(0, start - BEFORE), start);
  const behind = text.slice(end, end + BEFORE);
  const isTriggered = triggers.has(columns.get(columnAt.stem, token - 1));
  if (columns.get(columnAt.shape, token) === shape.lower) {
    if (!isTriggered || (classes & wordClasses.common) !== 0 || !goesOnLower.test(behind)) return false;
    if (greeting.test(before())) return true;
    return (classes & wordClasses.firstName) !== 0 && introduced.test(before());
  }
  if ((classes & wordClasses.common) !== 0) return false;
  if (behindFamily.test(behind)) return the.test(before()) && !makes.has(columns.get(columnAt.stem, token));
  const isOther = others.has(columns.get(columnAt.stem, token));
  return isShownBefore({ classes, isTriggered, isOther, before, behind });
}

interface Around {
  classes: number;
  isTriggered: boolean;
  isOther: boolean;
  before: () => string;
  behind: string;
}

function isShownBefore({ classes, isTriggered, isOther, before, behind }: Around): boolean {
  const isPlace = (classes & wordClasses.place) !== 0;
  const isKnown = (classes & wordClasses.firstName) !== 0 && !isOther;
  if (isKnown && isFirstName({ isPlace, isTriggered, before, behind })) return true;
  if (!isTriggered || !ends.test(behind)) return false;
  return (beforeAny.test(before()) && !isPlace) || secondSurname.test(before());
}

function isFirstName({
  isPlace,
  isTriggered,
  before,
  behind,
}: Omit<Around, 'classes' | 'isOther'> & { isPlace: boolean }): boolean {
  if (!isPlace && (owned.test(behind) || (endOfText.test(behind) && foot.test(before())))) return true;
  if (!isTriggered) return false;
  return (!isPlace && verb.test(before())) || (ends.test(behind) && beforeKnown.test(before()));
}
