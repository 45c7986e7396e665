import { firstLabels, LABELS, lastLabels, pairs } from './labels';

/** The best labelling of a text by the scores of its labels (`LABELS` a word) and of pairs of neighbours. Linear. */
export function bestLabels(scores: Float64Array, length: number, pairScores: Float64Array): Uint8Array {
  const best = new Uint8Array(length);
  if (length === 0) return best;
  const { count, from, to } = pairs;
  const sums = new Float64Array(length * LABELS).fill(-Infinity);
  const before = new Uint8Array(length * LABELS);
  firstLabels.forEach((label) => (sums[label] = scores[label] ?? 0));
  for (let at = LABELS; at < sums.length; at += LABELS) {
    for (let pair = 0; pair < count; pair += 1) {
      const label = at + (to[pair] ?? 0);
      const last = from[pair] ?? 0;
      const sum = (sums[at - LABELS + last] ?? 0) + (pairScores[pair] ?? 0);
      if (sum <= (sums[label] ?? 0)) continue;
      sums[label] = sum;
      before[label] = last;
    }
    for (let label = at; label < at + LABELS; label += 1)
      sums[label] = (sums[label] ?? 0) + (scores[label] ?? 0);
  }
  readBack(best, sums, before);
  return best;
}

/** From the best label of the last word back along what led to it. */
function readBack(best: Uint8Array, sums: Float64Array, before: Uint8Array): void {
  const end = sums.length - LABELS;
  let label = lastLabels.reduce((a, b) => ((sums[end + b] ?? 0) > (sums[end + a] ?? 0) ? b : a));
  for (let word = best.length - 1; word >= 0; word -= 1) {
    best[word] = label;
    label = before[word * LABELS + label] ?? 0;
  }
}
