import { fold } from '../../../../text/split-words';
import type { HeadReader } from '../../../../document/fields/field';
import { codeLabels, formAdjective, formWords, trades } from './form-words';
import type { Span } from '../../../../text/spans';

/** So far to either side is read whether a word stands alone. */
const AROUND = 24;
const namePart = /[\p{L}\p{M}][\p{L}\p{M}\d'’‑-]*/gu;
const cyrillic = /^[а-яё]/iu;
const SHORTEST = 2;
const HEAD_MAX = 24;
/** What the word behind an adjective of forms is: a sign, a number, a noun. */
const named = /^[ \u00a0]{0,4}(?:№|\d|[а-яё]{4,}|[А-ЯЁ]{4,}(?!\p{L}))/u;
const sides = {
  left: /(?:^|[\n;|\t"]|\s{3})[ \u00a0]?$/u,
  right: /^(?:[ \u00a0]?(?:[:;|\t\n"]|$)|\s{3})/u,
} as const;
/** «Марка, модель:» */
const headGoesOn = /^[ \u00a0]?[,/][ \u00a0]?[а-яё ]{3,16}:/u;
/** “DeLonghi”, “PPPoE”, “CASPKZKA”: no name behind a Russian noun. */
const brandOrCode = /^\p{Lu}+$|\p{Ll}\p{Lu}|\d|\p{Lu}{2}\p{Ll}/u;

interface Part extends Span {
  key: string;
}

/** A Russian name without the words of forms at its ends; null when it was nothing else. */
export function withoutFormWords(
  text: string,
  { start, end }: Span,
  heads: Pick<HeadReader, 'kindOf'>,
): Span | null {
  const parts = partsOf(text, { start, end });
  const [head] = parts;
  if (head === undefined) return { start, end };
  if (parts.length === 1 && isLabelAlone(text, head, heads)) return null;
  if (isCodeBehindNoun(text, parts)) return null;
  const kept = withoutEnds(parts);
  if (kept.length === parts.length) return { start, end };
  if (kept.every(({ key }) => key.length < SHORTEST)) return null;
  const [opening, closing] = [kept[0], kept.at(-1)];
  if (opening === undefined || closing === undefined) return null;
  return { start: opening.start, end: closing === parts.at(-1) ? end : endOf(text, closing) };
}

function withoutEnds(parts: readonly Part[]): readonly Part[] {
  const isOfForm = (part: Part | undefined): boolean => part !== undefined && formWords.has(part.key);
  let [first, last] = [0, parts.length];
  while (first < last && isOfForm(parts[first])) first += 1;
  if (first < last - 1 && codeLabels.has(parts[first]?.key ?? '')) first += 1;
  while (last > first + 1 && isOfForm(parts[last - 1])) last -= 1;
  return parts.slice(first, last);
}

function partsOf(text: string, { start, end }: Span): Part[] {
  return [...text.slice(start, end).matchAll(namePart)].map(({ 0: written, index }) => ({
    key: fold(written),
    start: start + index,
    end: start + index + written.length,
  }));
}

/** Initials keep their full stop. */
function endOf(text: string, { start, end }: Part): number {
  return end - start === 1 && text.charAt(end) === '.' ? end + 1 : end;
}

/** A label, a trade or a word without vowels that was taken for a whole name. */
function isLabelAlone(text: string, { key, start, end }: Part, heads: Pick<HeadReader, 'kindOf'>): boolean {
  if (!cyrillic.test(key)) return false;
  if (formWords.has(key) || trades.has(key) || !/[аеиоуыэюя]/u.test(key)) return key.length >= SHORTEST;
  const after = text.slice(end, end + AROUND);
  if (formAdjective.test(key)) return named.test(after);
  const isAlone =
    sides.left.test(text.slice(Math.max(0, start - AROUND), start)) &&
    (sides.right.test(after) || headGoesOn.test(after));
  return isAlone && end - start <= HEAD_MAX && heads.kindOf(key) !== null;
}

/** «БИК CASPKZKA», «Роутер TP-Link Archer», «Логин PPPoE» */
function isCodeBehindNoun(text: string, [head, ...others]: readonly Part[]): boolean {
  if (head === undefined || others.length === 0) return false;
  if (others.some(({ key }) => cyrillic.test(key) && !/\d|[^а-яё-]/u.test(key))) return false;
  if (codeLabels.has(head.key)) return true;
  return (
    formWords.has(head.key) &&
    others.length === 1 &&
    others.every(({ start, end }) => brandOrCode.test(text.slice(start, end)))
  );
}
