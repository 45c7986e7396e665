import { nameProbability } from '../../../../document/match';
import {
  type DescribedText,
  type TokenSpan,
  classesOf,
  columnAt,
  shape,
  wordClasses,
} from '@medley/person-model';

/** How sure a name is that only a title shows. */
const LIKELY = nameProbability.shown;
const BEFORE = 28;
/** Further words of the name behind the first. */
const FURTHER = 2;

/** Titles before surnames; of ranks and offices only the shortened ones, which nobody uses without a name. */
const title =
  /(?<![\p{L}\p{N}.'’-])(?:(?:Mr|Mrs|Ms|Mx|Dr|Prof|Messrs|MR|MRS|MS|MX|DR|PROF)\.?|(?:Rev|Capt|Sgt|Lt|Col|Maj|Cpl|Gov|Sen|Rep|CAPT|SGT|LT|COL|MAJ)\.)[ \u00a0](?=\p{Lu})/gu;
const courtesy = /^(?:m|dr|prof)/iu;
/** Offices, and goods that are called so. */
const notSurname =
  /^(?:president|speaker|chair|secretary|mayor|justice|ambassador|minister|martens|pepper|scholl)/iu;
/** “14 Maple Dr. Unit 3”: a street. */
const streetBefore = /\d[^\n.,;]{0,16}\p{Lu}\p{L}+[ ]$/u;

/** Names that the model left out behind a title, with a full stop or without: “Mr. Best”, “Sgt. Moon”. Linear. */
export function titledNames(
  text: string,
  described: DescribedText,
  taken: Readonly<Uint8Array>,
): TokenSpan[] {
  const { tokens } = described;
  const found: TokenSpan[] = [];
  let token = 0;
  for (const { 0: written, index } of text.matchAll(title)) {
    const start = index + written.length;
    while (token < tokens.count && (tokens.starts[token] ?? 0) < start) token += 1;
    if (tokens.starts[token] !== start || taken[token]) continue;
    if (notSurname.test(text.slice(start, start + 12))) continue;
    if (!courtesy.test(written) && !isSurname(described, token)) continue;
    if (streetBefore.test(text.slice(Math.max(0, index - BEFORE), index))) continue;
    let last = token;
    while (last < token + FURTHER && !taken[last + 1] && goesOn(described, last)) last += 1;
    found.push({ first: token, last, probability: LIKELY });
  }
  return found;
}

/** A word that is a name as well, or no word that is known. */
function isSurname(described: DescribedText, token: number): boolean {
  const classes = classesOf(described, token);
  return (classes & wordClasses.name) !== 0 || (classes & wordClasses.common) === 0;
}

/** The next word, behind one blank, is a name in the same letters. */
function goesOn(described: DescribedText, token: number): boolean {
  const { columns, tokens } = described;
  if ((tokens.starts[token + 1] ?? 0) - (tokens.ends[token] ?? 0) !== 1) return false;
  const written = columns.get(columnAt.shape, token + 1);
  return (
    written === shape.title &&
    written === columns.get(columnAt.shape, token) &&
    (classesOf(described, token + 1) & wordClasses.name) !== 0
  );
}
