import { alternatives } from '../../text/word-lists';
import { textBefore } from '../../text/spans';

const oneOf = alternatives('document');
/** Things and papers whose number or series is no personal data, by the beginning of the word. */
const things = oneOf('things');
const adjacent = new RegExp(
  `(?<![\\p{L}/])${things}\\p{L}{0,6}[ \\u00a0]?(?:(?:№|номер|сери[яи])[ \\u00a0:]{0,2})?$`,
  'iu',
);
const anywhere = new RegExp(`(?<!\\p{L})${things}`, 'iu');

/** Whether the words right before a number give it to a thing («Акт 4517 204481», «купюра АН 2044817»). */
export function isOfThing(text: string, start: number): boolean {
  return adjacent.test(textBefore(text, start, 32));
}

/** Whether a thing is named that has a series. */
export function namesThing(words: string): boolean {
  return anywhere.test(words);
}
