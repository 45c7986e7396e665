import { bestLabels } from './best-labels';
import { columnAt } from '../features/columns';
import type { DescribedText } from '../features/describe-text';
import type { Lexicons } from '../features/describe-word';
import { features } from '../features/feature-list';
import { FeatureProgram } from '../features/feature-program';
import { label, LABELS } from './labels';
import type { TokenRun } from './language-runs';
import { Lattice } from './lattice';
import type { Weights } from './weights';

/** Everything that is needed to find people: lists of words, and weights for texts of each language. */
export interface PersonModel {
  lexicons: Lexicons;
  weights: Readonly<Record<'ru' | 'en', Weights>>;
}

/** The features of the model, made ready. */
export const featureProgram = new FeatureProgram(features);

/** Tells a file of weights for other features from one for these. */
export const featureMark = markOf(JSON.stringify(features));

function markOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** A name as tokens, first and last, and how sure the model is of its least sure word. */
export interface TokenSpan {
  first: number;
  last: number;
  probability: number;
}

/** The names in a run of one language; `bias` is taken from the score of “no name”. Linear. */
export function tagRun(
  text: DescribedText,
  { from, to }: TokenRun,
  { weights, bias }: { weights: Weights; bias: number },
): TokenSpan[] {
  if (!hasWords(text, { from, to })) return [];
  const program = featureProgram.bind(text.columns);
  const hashes = new Int32Array(featureProgram.size);
  const scores = new Float64Array((to - from) * LABELS);
  for (let token = from; token < to; token += 1) {
    weights.score({ hashes, count: program.hashesOf(token, hashes) }, scores, token - from);
    const outside = (token - from) * LABELS + label.outside;
    scores[outside] = (scores[outside] ?? 0) - bias;
  }
  const labels = bestLabels(scores, to - from, weights.pairs);
  const isWord = (token: number): boolean => text.columns.get(columnAt.isWord, from + token) === 1;
  const spans = spansOf(labels).filter(({ first, last }) => isWord(first) || isWord(last));
  return spans.map(({ first, last }) => ({
    first: from + first,
    last: from + last,
    probability: sureness({ first, last }, { scores, labels, weights }),
  }));
}

/** Numbers and signs alone are no names. */
function hasWords({ columns }: DescribedText, { from, to }: Omit<TokenRun, 'language'>): boolean {
  for (let token = from; token < to; token += 1) if (columns.get(columnAt.isWord, token) === 1) return true;
  return false;
}

function spansOf(labels: Uint8Array): { first: number; last: number }[] {
  const spans: { first: number; last: number }[] = [];
  let first = 0;
  labels.forEach((one, i) => {
    if (one === label.begin || one === label.unit) first = i;
    if (one === label.last || one === label.unit) spans.push({ first, last: i });
  });
  return spans;
}

/** Words around a name that its likelihood is reckoned with. */
const AROUND = 3;

/** How likely the least likely label of a name is, by what is near it. */
function sureness(
  { first, last }: { first: number; last: number },
  { scores, labels, weights }: { scores: Float64Array; labels: Uint8Array; weights: Weights },
): number {
  const from = Math.max(0, first - AROUND);
  const to = Math.min(labels.length, last + AROUND + 1);
  const lattice = new Lattice(scores.subarray(from * LABELS, to * LABELS), weights.pairs);
  let sure = 1;
  for (let i = first; i <= last; i += 1) sure = Math.min(sure, lattice.probability(i - from, labels[i] ?? 0));
  return sure;
}
