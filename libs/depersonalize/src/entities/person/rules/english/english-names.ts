import {
  classesOf,
  columnAt,
  type DescribedText,
  script,
  stemsOf,
  type TokenSpan,
  wordClasses,
} from '@medley/person-model';
import { announcedNames } from './announced-names';
import { namesInOrder } from './names-in-order';
import { titledNames } from './titled-names';
import { surnameFirst } from './surname-first';
import type { IsOn } from '../person-rules';
import { widenName } from './widen-name';
import { wordsBeforeNames } from './words-before-names';

const ahead = stemsOf('toward towards via near outside');

/** What was found in a text with Latin words, with the names that labels, cells and words around show: those come before others. */
export function englishNames(
  text: string,
  described: DescribedText,
  { tagged, isOn }: { tagged: readonly TokenSpan[]; isOn: IsOn },
): readonly TokenSpan[] {
  if (!hasLatin(described)) return tagged;
  const shown = [
    ...(isOn('announced') ? announcedNames(text, described) : []),
    ...(isOn('turned') ? surnameFirst(text, described) : []),
    ...(isOn('inOrder') ? namesInOrder(text, described) : []),
  ];
  const known = new Uint8Array(described.tokens.count);
  const kept = shown.filter(({ first, last }) => {
    if (known.subarray(first, last + 1).includes(1)) return false;
    known.fill(1, first, last + 1);
    return true;
  });
  const rest = tagged.filter(
    (span) =>
      !known.subarray(span.first, span.last + 1).includes(1) &&
      !(isOn('placeAhead') && isPlaceAhead(described, span)),
  );
  const taken = known;
  for (const { first, last } of rest) taken.fill(1, first, last + 1);
  const widened = isOn('widen') ? rest.map((span) => widenName(described, span, taken)) : rest;
  for (const { first, last } of widened) taken.fill(1, first, last + 1);
  const titled = isOn('titled') ? titledNames(text, described, taken) : [];
  for (const { first, last } of titled) taken.fill(1, first, last + 1);
  const shownByWords = isOn('wordsBefore') ? wordsBeforeNames(text, described, taken) : [];
  return [...kept, ...widened, ...titled, ...shownByWords];
}

function hasLatin({ columns, tokens }: DescribedText): boolean {
  for (let token = 0; token < tokens.count; token += 1)
    if (columns.get(columnAt.script, token) === script.latin) return true;
  return false;
}

/** “towards Archway” */
function isPlaceAhead(described: DescribedText, { first, last }: TokenSpan): boolean {
  if (first !== last || !ahead.has(described.columns.get(columnAt.stem, first - 1))) return false;
  return (classesOf(described, first) & (wordClasses.place | wordClasses.name)) === wordClasses.place;
}
