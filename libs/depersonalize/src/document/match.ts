import type { EntityType } from '@medley/contracts';
import type { TextDocument } from './text-document';

/** Where a value stands, in UTF-16 code units, `end` exclusive; `score` is 0..1, below one half does not count. */
export interface FoundValue {
  start: number;
  end: number;
  score: number;
}

/** A value of a kind of personal data. */
export interface Match extends FoundValue {
  type: EntityType;
}

/** Finds one kind of personal data. Linear in the length of the text, whatever the text. */
export type Detector = (document: TextDocument) => Match[];

/**
 * The scale of confidence, from the surest evidence to the weakest. Matches that overlap compete by it: the higher level
 * wins, whatever the kinds are (`resolveOverlaps`). What users see as `score` is the share of right matches that was
 * measured for a level (`calibrate`), not the level itself.
 */
export const confidence = {
  /** A label and a right check digit, or a form with a check digit that nothing else has. */
  certain: 1,
  /** A label right beside it, or a form that nothing else has. */
  stated: 0.95,
  /** Words around show it, or groups behind a label. */
  shown: 0.9,
  /** The form and a check digit or a numbering plan, without a label. */
  formed: 0.85,
  /** The form, and nothing around speaks against it. */
  likely: 0.8,
  /** A guess that a name or another number in the same record confirms. */
  confirmed: 0.75,
  /** A label, but a wrong check digit; or a form that other numbers have too. */
  plausible: 0.7,
  /** A label, and a form of many numbers. */
  possible: 0.65,
  /** A label, and a form that is hardly one. */
  weak: 0.6,
  /** The form alone, which ordinary numbers have too. */
  faint: 0.55,
  /** The least that counts. */
  least: 0.5,
  /** Does not count, unless what else is found confirms it. */
  guess: 0.3,
  none: 0,
} as const;

/** Between levels matches are equal: the rank is the nearest one. */
const LEVELS = 20;

/** The order of matches that overlap. */
function rankOf(score: number): number {
  return Math.round(score * LEVELS);
}

/**
 * The confidence of a name by the probability of the model. Among matches that overlap, what a label or a check digit
 * says is worth more than the surest name.
 */
export function nameConfidence(probability: number): number {
  return confidence.faint + (confidence.shown - confidence.faint) * probability;
}

/** How probable a name is that a rule shows where the model has seen none, on the scale of the model. */
export const nameProbability = { shown: 0.6, likely: 0.5 } as const;

/** Below this a match is a guess and does not count. */
export const COUNTS_FROM = confidence.least;

/**
 * The one place where matches compete: the higher level of confidence wins, among equals the longer, then the
 * earlier. What overlaps a winner is dropped. The result is sorted and free of overlaps.
 */
export function resolveOverlaps(matches: readonly Match[], length: number): Match[] {
  const ranked = matches
    .filter((finding) => finding.score >= COUNTS_FROM && finding.end > finding.start)
    .sort(
      (a, b) => rankOf(b.score) - rankOf(a.score) || b.end - b.start - (a.end - a.start) || a.start - b.start,
    );
  const taken = new Uint8Array(length);
  const winners: Match[] = [];
  for (const finding of ranked) {
    if (isTaken(taken, finding)) continue;
    taken.fill(1, finding.start, finding.end);
    winners.push(finding);
  }
  return winners.sort((a, b) => a.start - b.start);
}

function isTaken(taken: Uint8Array, { start, end }: Match): boolean {
  for (let at = start; at < end; at += 1) if (taken[at]) return true;
  return false;
}
