/** A match of a text with marks: how confident the detector was, whether it was right, how much it counts. */
export interface Judged {
  confidence: number;
  isRight: boolean;
  weight: number;
}

export type Curve = (readonly [confidence: number, share: number])[];

/** So many matches of neighbouring confidences make one point. */
const BIN = 40;
/** A point of few matches is drawn towards one half, as if one half of a match more had been right and one wrong. */
const PRIOR = 0.5;

interface Bin {
  weight: number;
  right: number;
  sum: number;
}

/** The share of right matches by confidence, never falling (isotonic regression over bins). */
export function fitCurve(judged: readonly Judged[]): Curve {
  const bins = readBins([...judged].sort((a, b) => a.confidence - b.confidence));
  const pooled: Bin[] = [];
  for (const bin of bins) {
    let last = bin;
    for (let before = pooled.at(-1); before && shareOf(before) > shareOf(last); before = pooled.at(-1)) {
      pooled.pop();
      last = {
        weight: before.weight + last.weight,
        right: before.right + last.right,
        sum: before.sum + last.sum,
      };
    }
    pooled.push(last);
  }
  return pooled.map((bin) => [round(bin.sum / bin.weight, 1_000_000_000), round(shareOf(bin), 1_000)]);
}

function readBins(sorted: readonly Judged[]): Bin[] {
  const bins: Bin[] = [];
  let count = 0;
  sorted.forEach(({ confidence, isRight, weight }, i) => {
    const isSame = confidence === sorted[i - 1]?.confidence;
    const isLast = bins.length === 0 || (count >= BIN && !isSame);
    const bin = isLast ? { weight: 0, right: 0, sum: 0 } : (bins.at(-1) as Bin);
    if (isLast) bins.push(bin);
    count = isLast ? 1 : count + 1;
    bin.weight += weight;
    bin.sum += weight * confidence;
    if (isRight) bin.right += weight;
  });
  return bins;
}

function shareOf({ right, weight }: Bin): number {
  return (right + PRIOR) / (weight + 2 * PRIOR);
}

function round(value: number, steps: number): number {
  return Math.round(value * steps) / steps;
}
