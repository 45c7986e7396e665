/** Counts of one type; characters exclude white space. */
export interface SpanCounts {
  gold: number;
  predicted: number;
  right: number;
  /** Characters of gold spans, and those of them that some prediction of any type hides. */
  goldChars: number;
  hiddenChars: number;
  goldTokens: number;
  predictedTokens: number;
  rightTokens: number;
  /** On the row ALL only: records without a gold span, and those of them with a false alarm. */
  cleanRecords: number;
  falseAlarms: number;
}

/** Ratios; null when the denominator is 0. */
export interface SpanFigures {
  gold: number;
  predicted: number;
  precision: number | null;
  recall: number | null;
  f1: number | null;
  tokenF1: number | null;
  leak: number | null;
  cleanRecords: number;
  falseAlarms: number;
}

export function newCounts(): SpanCounts {
  return {
    gold: 0, predicted: 0, right: 0, goldChars: 0, hiddenChars: 0,
    goldTokens: 0, predictedTokens: 0, rightTokens: 0, cleanRecords: 0, falseAlarms: 0,
  }; // prettier-ignore
}

export function figuresOf(counts: SpanCounts): SpanFigures {
  const precision = ratio(counts.right, counts.predicted);
  const recall = ratio(counts.right, counts.gold);
  const hidden = ratio(counts.hiddenChars, counts.goldChars);
  return {
    gold: counts.gold,
    predicted: counts.predicted,
    precision,
    recall,
    f1: f1Of(precision, recall) ?? (counts.gold > 0 ? 0 : null),
    tokenF1: tokenF1Of(counts),
    leak: hidden === null ? null : 1 - hidden,
    cleanRecords: counts.cleanRecords,
    falseAlarms: counts.falseAlarms,
  };
}

function tokenF1Of({ goldTokens, predictedTokens, rightTokens }: SpanCounts): number | null {
  if (goldTokens + predictedTokens === 0) return null;
  return f1Of(ratio(rightTokens, predictedTokens), ratio(rightTokens, goldTokens)) ?? 0;
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function f1Of(precision: number | null, recall: number | null): number | null {
  if (precision === null || recall === null) return null;
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}
