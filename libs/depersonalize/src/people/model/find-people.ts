import { englishNames } from '../rules/english/english-names';
import { isNoEnglishName } from '../rules/english/is-no-english-name';
import { trimEnglishName } from '../rules/english/trim-english-name';
import { isNameOfThing } from '../rules/is-name-of-thing';
import { namesBehindWords } from '../rules/names-behind-words';
import { rowsOfNames } from '../rules/rows-of-names';
import { ownRussianPart } from '../rules/russian/own-russian-part';
import { speakersWithRoles } from '../rules/russian/speakers-with-roles';
import { spokenNamesIn } from '../rules/russian/spoken-names-in';
import { secondSurnameEnd } from '../rules/second-surname-end';
import { trimName } from '../rules/trim-name';
import { describeText, type DescribedText } from './describe-text';
import { languageRuns } from './language-runs';
import { tagRun, type PersonModel, type TokenSpan } from './person-model';
import { spreadMentions } from './spread-mentions';
import { textWindows } from './text-windows';

/** A name in a text; UTF-16 offsets, `end` exclusive. */
export interface PersonSpan {
  start: number;
  end: number;
  /** How sure the model is of its least sure word, 0..1. */
  probability: number;
}

/** The names of people in a text, in order. Linear in its length, in bounded memory. */
export function findPeople(text: string, model: PersonModel): PersonSpan[] {
  const known = new Set<number>();
  return textWindows(text).flatMap((window) => {
    const described = describeText(text, model.lexicons, window);
    const tagged = languageRuns(described)
      .flatMap((run) => tagRun(described, run, model.weights[run.language]))
      .filter((span) => isName(text, described, span))
      .flatMap((span) => ownRussianPart(text, described, span));
    const found = withRows(text, described, englishNames(text, described, tagged));
    const people = [...found, ...spreadMentions(described, found, known)]
      .sort((a, b) => a.first - b.first)
      .flatMap((span) => offsetsOf(text, described, span));
    return people.filter(({ start }, i) => start >= (people[i - 1]?.end ?? 0));
  });
}

function isName(text: string, { tokens }: DescribedText, { first, last }: TokenSpan): boolean {
  const name = { start: tokens.starts[first] ?? 0, end: tokens.ends[last] ?? 0 };
  return !isNameOfThing(text, name) && !isNoEnglishName(text, name);
}

/** What the model found, and what the lines and words around show to be names as well. */
function withRows(text: string, described: DescribedText, tagged: readonly TokenSpan[]): TokenSpan[] {
  const taken = new Uint8Array(described.tokens.count);
  for (const { first, last } of tagged) taken.fill(1, first, last + 1);
  const rows = tagged.length === 0 ? [] : rowsOfNames(text, described, taken);
  for (const { first, last } of rows) taken.fill(1, first, last + 1);
  const further = [
    ...rows,
    ...namesBehindWords(described, taken),
    ...speakersWithRoles(described, taken),
    ...spokenNamesIn(described, taken),
  ];
  return [...tagged, ...further.flatMap((span) => ownRussianPart(text, described, span))];
}

function offsetsOf(
  text: string,
  { tokens }: DescribedText,
  { first, last, probability }: TokenSpan,
): PersonSpan[] {
  let [head, tail] = [first, last];
  while (head < tail && isHalf(text, tokens.starts[head] ?? 0)) head += 1;
  while (tail > head && isHalf(text, tokens.starts[tail] ?? 0)) tail -= 1;
  const name = trimName(text, { start: tokens.starts[head] ?? 0, end: tokens.ends[tail] ?? 0 });
  if (name === null) return [];
  const trimmed = trimEnglishName(text, name);
  return [{ ...trimmed, end: secondSurnameEnd(text, trimmed), probability }];
}

/** Half of a surrogate pair without the other: damaged text, never part of a name. */
function isHalf(text: string, offset: number): boolean {
  return /^\p{Cs}/u.test(text.slice(offset, offset + 2));
}
