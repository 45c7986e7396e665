import type { EntityType } from '@medley/contracts';
import type { Detector, Match } from './match';
import { type Span, matchInSpans, runSpans } from '../text/spans';
import { type GroupedRule, findGrouped } from './find-grouped';
import type { Label } from './labels/label';
import type { TextDocument } from './text-document';

/** A match of the pattern, as the judge of a type sees it. */
export interface Candidate {
  text: string;
  /** Only its digits. */
  digits: string;
  start: number;
  end: number;
  /** What the text around calls it. */
  label: Label | null;
  document: TextDocument;
}

export interface PatternRule {
  type: EntityType;
  /**
   * Global and bounded: no nested repetition, no repetition without an upper limit over the same characters. To look back
   * takes longer than to look ahead, so a pattern that looks back first looks ahead for what it matches.
   */
  pattern: RegExp;
  /** The fewest digits that a match has: where fewer are nobody looks. */
  digits?: number;
  /** How likely the candidate is of this type, 0..1. */
  judge(candidate: Candidate): number;
  /** Look in runs without a blank that have this mark. Default: around digits only. */
  within?: RegExp;
  /** Numbers of this type in groups that the pattern does not foresee. */
  grouped?: GroupedRule;
}

/** A detector from a pattern that proposes and a judge that decides by check digits and labels. */
export function findByPattern(rule: PatternRule): Detector {
  return (document) => {
    const found: Match[] = [];
    const inText = matchInSpans(document.text, spansFor(document, rule), rule.pattern);
    // A number under the name of its type ends with its cell.
    const cells = document.cells.get(rule.type) ?? [];
    const matches =
      cells.length > 0 ? inText.concat(matchInSpans(document.text, cells, rule.pattern)) : inText;
    for (const { written, start } of matches) {
      const candidate = toCandidate(document, { type: rule.type, text: written, start });
      const score = rule.judge(candidate);
      if (score > 0) found.push({ start, end: candidate.end, type: rule.type, score });
    }
    return rule.grouped ? found.concat(findGrouped(document, rule.type, rule.grouped)) : found;
  };
}

function spansFor(document: TextDocument, { within, digits = 1 }: PatternRule): readonly Span[] {
  return within === undefined ? document.spansOf(digits) : runSpans(document.text, within);
}

function toCandidate(
  document: TextDocument,
  { type, text, start }: { type: EntityType; text: string; start: number },
): Candidate {
  const end = start + text.length;
  return {
    text,
    digits: text.replace(/\D/g, ''),
    start,
    end,
    get label() {
      // The label of a list holds for each of its numbers.
      const label = document.labelBefore(start) === type ? type : document.labelOf(start, end);
      return label === 'DATE' ? null : label;
    },
    document,
  };
}
