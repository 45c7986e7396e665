import { columnAt, type DescribedText, script, type TokenSpan } from '@medley/person-model';
import { namesInOrder } from './names-in-order';
import { titledNames } from './titled-names';
import { surnameFirst } from './surname-first';
import type { IsOn } from '../person-rules';
import { wordsBeforeNames } from './words-before-names';

/** What was found in a text with Latin words, with the names that cells and words around show: those come before others. */
export function englishNames(
  text: string,
  described: DescribedText,
  { tagged, isOn }: { tagged: readonly TokenSpan[]; isOn: IsOn },
): readonly TokenSpan[] {
  if (!hasLatin(described)) return tagged;
  const shown = [
    ...(isOn('turned') ? surnameFirst(text, described) : []),
    ...(isOn('inOrder') ? namesInOrder(text, described) : []),
  ];
  const known = new Uint8Array(described.tokens.count);
  const kept = shown.filter(({ first, last }) => {
    if (known.subarray(first, last + 1).includes(1)) return false;
    known.fill(1, first, last + 1);
    return true;
  });
  const rest = tagged.filter((span) => !known.subarray(span.first, span.last + 1).includes(1));
  const taken = known;
  for (const { first, last } of rest) taken.fill(1, first, last + 1);
  const titled = isOn('titled') ? titledNames(text, described, taken) : [];
  for (const { first, last } of titled) taken.fill(1, first, last + 1);
  const shownByWords = isOn('wordsBefore') ? wordsBeforeNames(text, described, taken) : [];
  return [...kept, ...rest, ...titled, ...shownByWords];
}

function hasLatin({ columns, tokens }: DescribedText): boolean {
  for (let token = 0; token < tokens.count; token += 1)
    if (columns.get(columnAt.script, token) === script.latin) return true;
  return false;
}
