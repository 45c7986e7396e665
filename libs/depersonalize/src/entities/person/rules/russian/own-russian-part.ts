import { type DescribedText, type TokenSpan, columnAt, script, shape } from '@medley/person-model';
import type { HeadReader } from '../../../../document/fields/field';
import { isNoKnownName, isOrdinary } from '../name-like';
import { isRussianThing } from './is-russian-thing';
import { withoutFormWords } from './without-form-words';

/** «М150», «С8», «DeLonghi», «ВВГнг» */
const code = /^[ \u00a0](?:\p{L}{1,5}-?\d+|\p{Lu}\p{Ll}+\p{Lu}\p{Ll}+|\p{Lu}{2,}\p{Ll}+)$/u;
/** What a rule reads besides the tokens. */
export interface RuleContext {
  text: string;
  heads: Pick<HeadReader, 'kindOf'>;
}

const FULL_STOP = shape.singleMark + '.'.charCodeAt(0);

/** What is somebody's of a name with Russian words around it: nothing of things, no words of forms, no start of a sentence. */
export function ownRussianPart(
  { text, heads }: RuleContext,
  described: DescribedText,
  span: TokenSpan,
): TokenSpan[] {
  const { tokens } = described;
  const cut = withoutSentence(described, span);
  if (isNounWithCode(text, described, cut)) return [];
  const start = tokens.starts[cut.first] ?? 0;
  const own = withoutFormWords(text, { start, end: tokens.ends[cut.last] ?? 0 }, heads);
  if (own === null || isRussianThing(text, own)) return [];
  let { first, last } = cut;
  while (first < last && (tokens.starts[first] ?? 0) < own.start) first += 1;
  while (last > first && (tokens.ends[last] ?? 0) > own.end) last -= 1;
  return [{ ...span, first, last }];
}

/** «врач Лыков Р. Л. Отмена»: an ordinary word behind initials begins a sentence. */
function withoutSentence({ columns }: DescribedText, span: TokenSpan): TokenSpan {
  const { first, last } = span;
  const isBehindInitials =
    last - first > 2 &&
    columns.get(columnAt.shape, first) !== shape.initial &&
    columns.get(columnAt.shape, last - 1) === FULL_STOP &&
    columns.get(columnAt.shape, last - 2) === shape.initial;
  const isWord =
    columns.get(columnAt.script, last) === script.cyrillic && columns.get(columnAt.length, last) > 2;
  return isBehindInitials && isWord && isOrdinary(columns, last) ? { ...span, last: last - 1 } : span;
}

/** «Кирпич М150», «Кофемашина DeLonghi» */
function isNounWithCode(
  text: string,
  { columns, tokens }: DescribedText,
  { first, last }: Pick<TokenSpan, 'first' | 'last'>,
): boolean {
  if (columns.get(columnAt.script, first) !== script.cyrillic || !isNoKnownName(columns, first)) return false;
  return last > first && code.test(text.slice(tokens.ends[first], tokens.ends[last]));
}
