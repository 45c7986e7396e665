import {
  type DescribedText,
  type PersonModel,
  type TokenSpan,
  describeText,
  tagNames,
  textWindows,
} from '@medley/person-model';
import type { Sensitivity } from '@medley/contracts';
import { titledNames } from './rules/english/titled-names';
import { isNoEnglishName } from './rules/english/is-no-english-name';
import { trimEnglishName } from './rules/english/trim-english-name';
import { isNameOfThing } from './rules/is-name-of-thing';
import type { IsOn, PersonRule } from './rules/person-rules';
import { rowsOfNames } from './rules/rows-of-names';
import { trimName } from './rules/trim-name';
import { spreadMentions } from './rules/spread-mentions';
import { textAfter } from '../../text/spans';

/** A name in a text; UTF-16 offsets, `end` exclusive. */
export interface PersonSpan {
  start: number;
  end: number;
  /** How sure the model is of its least sure word, 0..1. */
  probability: number;
}

/**
 * Taken from the score of “no name” besides what the weights say. Measured on cross-validated Russian texts: 2 takes
 * a quarter to a third off the leak for at most half a point of F1 (docs/depersonalization.md has both figures).
 */
const biases: Readonly<Record<Sensitivity, number>> = { balanced: 0, high: 2 };

export interface FindPeopleOptions {
  sensitivity?: Sensitivity;
  /** Rules that are left out, to measure what they are worth. */
  without?: ReadonlySet<PersonRule>;
}

/** The names of people in a text, in order. Linear in its length, in bounded memory. */
export function findPeople(
  text: string,
  model: PersonModel,
  { sensitivity = 'balanced', without }: FindPeopleOptions = {},
): PersonSpan[] {
  const known = new Map<number, number>();
  const isOn: IsOn = (rule) => without?.has(rule) !== true;
  return textWindows(text).flatMap((window) => {
    const described = describeText(text, model.lexicons, window);
    const tagged = tagNames(described, model, biases[sensitivity]).filter((span) =>
      isName(text, described, { span, isOn }),
    );
    const found = withShown(text, described, { tagged, isOn });
    const spread = isOn('spread') ? spreadMentions(described, found, known) : [];
    const people = [...found, ...spread]
      .sort((a, b) => a.first - b.first)
      .flatMap((span) => offsetsOf(text, described, { span, isOn }));
    return people.filter(({ start }, i) => start >= (people[i - 1]?.end ?? 0));
  });
}

/** A span with the rules that are used on it. */
interface Ruled {
  span: TokenSpan;
  isOn: IsOn;
}

/** «корпус Б.», “20 °C”, «М. П.»: letters alone name nobody. */
const initialsAlone = /^\p{L}\.?(?: ?\p{L}\.){0,2}$/u;

function isName(text: string, { tokens }: DescribedText, { span: { first, last }, isOn }: Ruled): boolean {
  const name = { start: tokens.starts[first] ?? 0, end: tokens.ends[last] ?? 0 };
  if (initialsAlone.test(text.slice(name.start, name.end))) return false;
  if (isOn('nameOfThing') && isNameOfThing(text, name)) return false;
  return !isOn('noEnglishName') || !isNoEnglishName(text, name);
}

/** What the model found, and what titles and the lines around show to be names as well. */
function withShown(
  text: string,
  described: DescribedText,
  { tagged, isOn }: { tagged: readonly TokenSpan[]; isOn: IsOn },
): TokenSpan[] {
  const taken = new Uint8Array(described.tokens.count);
  const take = (spans: readonly TokenSpan[]): readonly TokenSpan[] => {
    for (const { first, last } of spans) taken.fill(1, first, last + 1);
    return spans;
  };
  take(tagged);
  const titled = take(isOn('titled') ? titledNames(text, described, taken) : []);
  const named = [...tagged, ...titled];
  return [...named, ...(isOn('rows') && named.length > 0 ? rowsOfNames(text, described, taken) : [])];
}

function offsetsOf(
  text: string,
  { tokens }: DescribedText,
  { span: { first, last, probability }, isOn }: Ruled,
): PersonSpan[] {
  let [head, tail] = [first, last];
  while (head < tail && isHalf(text, tokens.starts[head] ?? 0)) head += 1;
  while (tail > head && isHalf(text, tokens.starts[tail] ?? 0)) tail -= 1;
  const whole = { start: tokens.starts[head] ?? 0, end: tokens.ends[tail] ?? 0 };
  const name = isOn('trim') ? trimName(text, whole) : whole;
  if (name === null) return [];
  const trimmed = isOn('trimEnglish') ? trimEnglishName(text, name) : name;
  return [{ ...trimmed, probability }];
}

/** Half of a surrogate pair without the other: damaged text, never part of a name. */
function isHalf(text: string, offset: number): boolean {
  return /^\p{Cs}/u.test(textAfter(text, offset, 2));
}
