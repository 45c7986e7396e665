import type { EntityType } from '@medley/contracts';
import type { Detector, Finding } from './detector';
import type { Label } from './nearest-label';
import type { TextDocument } from './text-document';

/** A match of the pattern, as the judge of a type sees it. */
export interface Candidate {
  text: string;
  /** Only its digits. */
  digits: string;
  start: number;
  end: number;
  /** The nearest label before it. */
  label: Label | null;
  document: TextDocument;
}

export interface PatternRule {
  type: EntityType;
  /** Global and bounded: no nested repetition, no repetition without an upper limit over the same characters. */
  pattern: RegExp;
  /** How likely the candidate is of this type, 0..1. */
  judge(candidate: Candidate): number;
  /** A text without this has no match: saves the scan. Default: any digit. */
  needs?: string;
}

/** A detector from a pattern that proposes and a judge that decides by check digits and labels. */
export function findByPattern(rule: PatternRule): Detector {
  return (document) => {
    if (rule.needs === undefined ? !document.hasDigits : !document.text.includes(rule.needs)) return [];
    const found: Finding[] = [];
    for (const match of document.text.matchAll(rule.pattern)) {
      const candidate = toCandidate(document, match[0], match.index);
      const score = rule.judge(candidate);
      if (score > 0) found.push({ start: candidate.start, end: candidate.end, type: rule.type, score });
    }
    return found;
  };
}

function toCandidate(document: TextDocument, text: string, start: number): Candidate {
  return {
    text,
    digits: text.replace(/\D/g, ''),
    start,
    end: start + text.length,
    get label() {
      return document.labelBefore(start);
    },
    document,
  };
}
