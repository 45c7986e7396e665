import type { EntityType } from '@medley/contracts';
import type { Finding } from './detector';
import type { DigitRun } from './digit-runs';
import type { Label } from './label-words';
import type { TextDocument } from './text-document';

/** A number in groups, as the judge of a type sees it. */
export interface GroupedNumber {
  digits: string;
  /** Lengths of its groups. */
  lengths: readonly number[];
  gaps: readonly string[];
  label: Label | null;
  /** Nothing but the number is in its run. */
  isAlone: boolean;
}

export interface GroupedRule {
  /** How many digits the number may have, ascending. */
  counts: readonly number[];
  /** How likely the digits are of this type, 0..1. */
  judge(grouped: GroupedNumber): number;
}

/** Numbers in groups that nobody foresaw («45.17 / 204481», «112, 233, 445, и 95»): counts, labels and check digits decide. */
export function findGrouped(document: TextDocument, type: EntityType, rule: GroupedRule): Finding[] {
  return document.digitRuns.flatMap((run) => {
    const found: Finding[] = [];
    for (let first = 0; first < run.groups.length; first += 1) {
      const number = readNumber(document, { run, first, rule });
      if (number === null) continue;
      found.push({ start: number.start, end: number.end, type, score: number.score });
      first = number.last;
    }
    return found;
  });
}

interface Place {
  run: DigitRun;
  first: number;
  rule: GroupedRule;
}

function readNumber(
  document: TextDocument,
  { run: { groups, gaps }, first, rule }: Place,
): { start: number; end: number; last: number; score: number } | null {
  const start = groups[first]?.start ?? 0;
  const most = rule.counts.at(-1) ?? 0;
  let count = 0;
  for (let last = first; last < groups.length && count < most; last += 1) {
    const { start: from, end } = groups[last] ?? { start: 0, end: 0 };
    count += end - from;
    if (last === first || !rule.counts.includes(count) || isPart(document.text, start, end)) continue;
    const score = rule.judge({
      digits: document.text.slice(start, end).replace(/\D/g, ''),
      lengths: groups.slice(first, last + 1).map((group) => group.end - group.start),
      gaps: gaps.slice(first, last),
      get label() {
        return document.labelOf(start, end);
      },
      isAlone: first === 0 && last === groups.length - 1,
    });
    if (score > 0) return { start, end, last, score };
  }
  return null;
}

/** Letters or signs without a blank lead from more digits or on to them. */
function isPart(text: string, start: number, end: number): boolean {
  return (
    /[\p{L}+]$|\d[.-]$/u.test(text.slice(Math.max(0, start - 2), start)) ||
    /^(?:\p{L}|[.,:/-]\d)/u.test(text.slice(end, end + 2))
  );
}
