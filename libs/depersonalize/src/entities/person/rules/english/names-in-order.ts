import { nameProbability } from '../../../../document/match';
import {
  type DescribedText,
  type TokenSpan,
  classesOf,
  columnAt,
  stemsOf,
  wordClasses,
} from '@medley/person-model';
import { tokensOf } from './tokens-of';

const LIKELY = nameProbability.shown;
const BEFORE = 70;
const TOKENS_BEFORE = 12;

const parties = stemsOf('petitioner respondent plaintiff defendant claimant appellant appellee');
const word = String.raw`\p{Lu}['’]?[\p{L}\p{M}]+(?:['’-]\p{L}[\p{L}\p{M}]*)*`;
/** “v. Wade Lassiter, Respondent” */
const party = new RegExp(
  String.raw`(?:^|[\n(:;,]\s?|(?:^|[^\p{L}])(?:v|vs|and|of|between|against)\.? )(?<name>${word}(?: (?:${word}|\p{Lu}\.?)){1,3}),\s$`,
  'u',
);
/** The fields of a licence: 1 is the surname, 2 the first names. */
const fields =
  /(?:^|\n)[ ]{0,12}1[.)]?[ ]+(?<surname>\p{Lu}[\p{Lu}' -]{0,40}\p{Lu})[ ]{0,12}\n[ ]{0,12}2[.)]?[ ]+(?:(?:MRS?|MS|MISS|DR)\.?[ ]+)?(?<given>\p{Lu}[\p{Lu}' -]{0,40}\p{Lu})[ ]{0,12}(?=\n|$)/gu;
const licence = /licen[cs]e|l1cen[cs]e|driv(?:er|ing)/iu;

/** Names that stand before what they are in a court, and in the numbered fields of a licence. Linear. */
export function namesInOrder(text: string, described: DescribedText): TokenSpan[] {
  const { columns, tokens } = described;
  const found: TokenSpan[] = [];
  for (let token = 2; token < tokens.count; token += 1) {
    if (!parties.has(columns.get(columnAt.stem, token))) continue;
    const at = tokens.starts[token] ?? 0;
    const before = text.slice(Math.max(0, at - BEFORE), at);
    const name = party.exec(before)?.groups?.['name'];
    if (name === undefined) continue;
    const end = at - (before.length - before.lastIndexOf(','));
    const span = tokensOf(described, { start: end - name.length, end }, Math.max(0, token - TOKENS_BEFORE));
    if (span && isNamed(described, span)) found.push({ ...span, probability: LIKELY });
  }
  return [...found, ...licenceNames(text, described)];
}

function isNamed(described: DescribedText, { first, last }: { first: number; last: number }): boolean {
  for (let token = first; token <= last; token += 1)
    if ((classesOf(described, token) & wordClasses.name) !== 0) return true;
  return false;
}

function licenceNames(text: string, described: DescribedText): TokenSpan[] {
  const { tokens } = described;
  const from = tokens.starts[0] ?? 0;
  const to = tokens.ends[tokens.count - 1] ?? from;
  const part = text.slice(from, to);
  if (!licence.test(part)) return [];
  const found: TokenSpan[] = [];
  let behind = 0;
  for (const { 0: all, index, groups } of part.matchAll(fields)) {
    const surname = groups?.['surname'] ?? '';
    const given = groups?.['given'] ?? '';
    for (const [name, at] of [
      [surname, all.indexOf(surname)],
      [given, all.lastIndexOf(given)],
    ] as const) {
      const start = from + index + at;
      const span = tokensOf(described, { start, end: start + name.length }, behind);
      if (!span) continue;
      found.push({ ...span, probability: LIKELY });
      behind = span.last + 1;
    }
  }
  return found;
}
