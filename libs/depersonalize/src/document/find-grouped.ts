import type { EntityType } from '@medley/contracts';
import type { Match } from './match';
import { type DigitRun, type Span, textAfter, textBefore } from '../text/spans';
import type { Label } from './labels/label';
import type { TextDocument } from './text-document';

/** A number in groups, as the judge of a type sees it. What a judge does not ask for is not computed. */
export class GroupedNumber {
  readonly #document: TextDocument;
  readonly #run: DigitRun;
  readonly #first: number;
  readonly #last: number;

  constructor(document: TextDocument, { run, first, last }: GroupsOfRun) {
    this.#document = document;
    this.#run = run;
    this.#first = first;
    this.#last = last;
  }

  get digits(): string {
    return this.#groups.map(({ start, end }) => this.#document.text.slice(start, end)).join('');
  }

  /** Lengths of its groups. */
  get lengths(): number[] {
    return this.#groups.map(({ start, end }) => end - start);
  }

  get gaps(): string[] {
    return this.#run.gaps.slice(this.#first, this.#last);
  }

  get label(): Label | null {
    const { groups } = this.#run;
    return this.#document.labelOf(groups[this.#first]?.start ?? 0, groups[this.#last]?.end ?? 0);
  }

  /** Nothing but the number is in its run. */
  get isAlone(): boolean {
    return this.#first === 0 && this.#last === this.#run.groups.length - 1;
  }

  get #groups(): readonly Span[] {
    return this.#run.groups.slice(this.#first, this.#last + 1);
  }
}

interface GroupsOfRun {
  run: DigitRun;
  first: number;
  last: number;
}

export interface GroupedRule {
  /** How many digits the number may have, ascending. */
  counts: readonly number[];
  /** How likely the digits are of this type, 0..1. */
  judge(grouped: GroupedNumber): number;
}

/**
 * Numbers in groups that no pattern of their kind has («45.17 / 204481», «112, 233, 445, и 95»): counts, labels and check
 * digits decide.
 */
export function findGrouped(document: TextDocument, type: EntityType, rule: GroupedRule): Match[] {
  return document.digitRuns.flatMap((run) => {
    const found: Match[] = [];
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
  { run, first, rule }: Place,
): { start: number; end: number; last: number; score: number } | null {
  const { groups } = run;
  const start = groups[first]?.start ?? 0;
  const most = rule.counts.at(-1) ?? 0;
  let count = 0;
  for (let last = first; last < groups.length && count < most; last += 1) {
    const { start: from, end } = groups[last] ?? { start: 0, end: 0 };
    count += end - from;
    if (last === first || !rule.counts.includes(count) || isPart(document.text, start, end)) continue;
    const score = rule.judge(new GroupedNumber(document, { run, first, last }));
    if (score > 0) return { start, end, last, score };
  }
  return null;
}

/** Letters or signs without a blank lead from more digits or on to them. */
function isPart(text: string, start: number, end: number): boolean {
  return (
    /[\p{L}+]$|\d[.-]$/u.test(textBefore(text, start, 2)) ||
    /^(?:\p{L}|[.,:/-]\d)/u.test(textAfter(text, end, 2))
  );
}
