import { detect } from '@medley/depersonalize';
import { targets, missedTargets } from './targets';
import { measureSpeed } from './measure-speed';
import type { PiiSet, SetRecord } from './read-set';
import type { SpanFigures } from './span-counts';
import { SpanScorer } from './span-scorer';
import { trainingSets } from './training-sets';

export interface ScoreRow {
  set: string;
  /** A type of the sets, `ALL`, or {@link CROSS_VALIDATED}. */
  type: string;
  figures: SpanFigures;
  /** What rules and training knew of the texts. */
  seen: 'trained' | 'tuned' | 'cross-validated' | 'unseen collection' | 'unseen';
  /** Only on the row `ALL`. */
  charsPerSecond: number | null;
  missed: readonly string[];
  others: string;
}

export interface LookAlikes {
  texts: number;
  falseAlarms: number;
}

/** Labels of rows with figures of models that have not seen the documents, or no text of the set at all. */
export const CROSS_VALIDATED = 'PERSON, cross-validated';
const UNSEEN_COLLECTION = 'PERSON, unseen collection';

/** Figures of PERSON on a set by models other than the one in use. */
export interface FairFigures {
  crossValidated?: SpanFigures | undefined;
  unseen?: SpanFigures | undefined;
}

/** The rows of a set: each type, most frequent first, then `ALL`. */
export function scoreSet(
  { name, records }: PiiSet,
  { crossValidated, unseen }: FairFigures = {},
): ScoreRow[] {
  const figures = scoreRecords(records);
  const types = [...figures.keys()].filter((type) => type !== 'ALL');
  types.sort((a, b) => goldOf(figures, b) - goldOf(figures, a));
  const rowOf = (type: string, found: SpanFigures | undefined): ScoreRow[] =>
    found ? [toRow(name, type, found)] : [];
  const sample = firstOf(records);
  return [
    ...types.flatMap((type) => {
      const rows = rowOf(type, figures.get(type));
      if (type !== 'PERSON' || !crossValidated) return rows;
      const gold = goldOf(figures, type);
      const fair = [
        ...rowOf(CROSS_VALIDATED, { ...crossValidated, gold }),
        ...rowOf(UNSEEN_COLLECTION, unseen && { ...unseen, gold }),
      ];
      // Other systems are compared with figures on texts that the model has not seen.
      return [...rows.map((row) => ({ ...row, others: '' })), ...fair];
    }),
    ...rowOf('ALL', figures.get('ALL')).map((row) => ({
      ...row,
      charsPerSecond: sample && measureSpeed(sample).charsPerSecond,
    })),
  ];
}

/** So many characters of a set say how fast its texts are read; a smaller set says nothing of speed. */
const SPEED_UNITS = 40_000;

function firstOf(records: readonly SetRecord[]): SetRecord[] | null {
  let units = 0;
  const last = records.findIndex(({ text }) => (units += text.length) >= SPEED_UNITS);
  return last < 0 ? null : records.slice(0, last + 1);
}

/** Cross-validated figures on our own texts, which are not one of the sets. */
export function crossValidatedAlone(
  crossValidated: ReadonlyMap<string, SpanFigures>,
  sets: readonly PiiSet[],
): ScoreRow[] {
  const known = new Set(sets.map(({ name }) => name));
  return [...crossValidated]
    .filter(([name]) => !known.has(name))
    .map(([name, figures]) => toRow(`${name} texts`, CROSS_VALIDATED, figures));
}

/** Number of texts without personal data, and of those with a false alarm. */
export function scoreLookAlikes(sets: readonly PiiSet[]): LookAlikes {
  const texts = sets.flatMap(({ records }) => records.filter(({ group }) => group === 'neg'));
  const clean = scoreRecords(texts).get('ALL');
  return { texts: clean?.cleanRecords ?? 0, falseAlarms: clean?.falseAlarms ?? 0 };
}

function scoreRecords(records: readonly SetRecord[]): Map<string, SpanFigures> {
  const scorer = new SpanScorer();
  for (const record of records) {
    scorer.add(record, detect(record.text, record.lang === undefined ? {} : { language: record.lang }));
  }
  return scorer.figures();
}

function goldOf(figures: ReadonlyMap<string, SpanFigures>, type: string): number {
  return figures.get(type)?.gold ?? 0;
}

function toRow(set: string, type: string, figures: SpanFigures): ScoreRow {
  const judged = type === CROSS_VALIDATED ? 'PERSON' : type;
  return {
    set,
    type,
    figures,
    seen: seenAs(set, type),
    charsPerSecond: null,
    missed: missedTargets(set, judged, figures),
    others: targets[set]?.others?.[judged] ?? '',
  };
}

/** Only people are found by a trained model; all else by rules, which were tuned on every set but the held-out texts. */
function seenAs(set: string, type: string): ScoreRow['seen'] {
  if (type === CROSS_VALIDATED) return 'cross-validated';
  if (type === UNSEEN_COLLECTION) return 'unseen collection';
  if (set.startsWith('held-out-')) return 'unseen';
  const isTrained = Object.values(trainingSets).some((names) => names.includes(set));
  return isTrained && (type === 'PERSON' || type === 'ALL') ? 'trained' : 'tuned';
}
