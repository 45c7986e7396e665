import { LABELS, Lattice, pairNumber, pairs } from '@medley/person-model';
import type { Example, TokenFeatures } from './example';
import type { Random } from '../seeded-random';

/** Trained weights: a row of label scores for each feature hash, and transition scores. */
export interface TrainedWeights {
  rows: Float32Array;
  pairs: Float32Array;
}

/** Options of one training step. */
export interface TrainStepOptions {
  rate: number;
  /** Feature dropout, a share. */
  dropout: number;
  /** Share of the words that are read as if unknown, so that context and form are learnt. */
  wordDropout: number;
  /** L2 regularization of the features of the text. */
  decay: number;
  random: Random;
}

/** Tokens with a smaller gradient are skipped. */
const SURE = 1e-3;
const TINY = 1e-6;

/** Trains a conditional random field by stochastic gradient descent with AdaGrad. */
export class CrfTrainer {
  readonly weights: TrainedWeights;
  readonly #mask: number;
  readonly #rowSquares: Float32Array;
  readonly #pairSquares = new Float32Array(pairs.count);
  /** Row offsets of the features kept for the current text, and the end of each token's part. */
  #kept = new Int32Array(0);
  #keptEnds = new Int32Array(0);

  constructor(bits: number) {
    const rows = 2 ** bits;
    this.#mask = rows - 1;
    this.weights = { rows: new Float32Array(rows * LABELS), pairs: new Float32Array(pairs.count) };
    this.#rowSquares = new Float32Array(rows * LABELS);
  }

  /** One gradient step on one text, with feature dropout. */
  trainStep(example: Example, options: TrainStepOptions): void {
    const length = example.labels.length;
    if (length === 0) return;
    this.#keep(example.features, options);
    const scores = this.#scores();
    const lattice = new Lattice(scores, Float64Array.from(this.weights.pairs));
    const gradient = new Float64Array(LABELS);
    for (let token = 0; token < length; token += 1) {
      let most = 0;
      for (let one = 0; one < LABELS; one += 1) {
        const step = (one === example.labels[token] ? 1 : 0) - lattice.probability(token, one);
        gradient[one] = step * example.of.weight;
        most = Math.max(most, Math.abs(step));
      }
      if (most >= SURE) this.#moveRows(token, gradient, options);
    }
    this.#movePairs(example, lattice, options);
  }

  #keep(
    { hashes, ends, tellWords }: TokenFeatures,
    { dropout, wordDropout, random }: TrainStepOptions,
  ): void {
    if (this.#kept.length < hashes.length) this.#kept = new Int32Array(hashes.length);
    this.#keptEnds = new Int32Array(ends.length);
    let count = 0;
    let at = 0;
    for (let token = 0; token < ends.length; token += 1) {
      const end = ends[token] ?? 0;
      // The first feature is the bias, which all tokens have.
      const start = at;
      const isUnknown = random() < wordDropout;
      for (; at < end; at += 1) {
        if ((random() < dropout && at > start) || (isUnknown && tellWords[at] === 1)) continue;
        this.#kept[count] = ((hashes[at] ?? 0) & this.#mask) * LABELS;
        count += 1;
      }
      this.#keptEnds[token] = count;
    }
  }

  #moveRows(token: number, gradient: Float64Array, { rate, decay }: TrainStepOptions): void {
    const { rows } = this.weights;
    for (
      let at = token === 0 ? 0 : (this.#keptEnds[token - 1] ?? 0);
      at < (this.#keptEnds[token] ?? 0);
      at += 1
    ) {
      const row = this.#kept[at] ?? 0;
      for (let one = 0; one < LABELS; one += 1) {
        const weight = rows[row + one] ?? 0;
        const step = (gradient[one] ?? 0) - decay * weight;
        const squares = (this.#rowSquares[row + one] ?? 0) + step * step;
        this.#rowSquares[row + one] = squares;
        rows[row + one] = weight + (rate * step) / Math.sqrt(squares + TINY);
      }
    }
  }

  #movePairs({ labels, of }: Example, lattice: Lattice, { rate }: TrainStepOptions): void {
    const gradient = new Float64Array(pairs.count);
    for (let token = 1; token < labels.length; token += 1) {
      const seen = pairNumber(labels[token - 1] ?? 0, labels[token] ?? 0);
      gradient[seen] = (gradient[seen] ?? 0) + 1;
      for (let pair = 0; pair < pairs.count; pair += 1) {
        gradient[pair] = (gradient[pair] ?? 0) - lattice.pairProbability(token, pair);
      }
    }
    const scores = this.weights.pairs;
    gradient.forEach((sum, at) => {
      if (sum === 0) return;
      const step = sum * of.weight;
      const squares = (this.#pairSquares[at] ?? 0) + step * step;
      this.#pairSquares[at] = squares;
      scores[at] = (scores[at] ?? 0) + (rate * step) / Math.sqrt(squares + TINY);
    });
  }

  /** Label scores of each token: sums of the kept rows. */
  #scores(): Float64Array {
    const { rows } = this.weights;
    const ends = this.#keptEnds;
    const scores = new Float64Array(ends.length * LABELS);
    let at = 0;
    for (let token = 0; token < ends.length; token += 1) {
      for (; at < (ends[token] ?? 0); at += 1) {
        const row = this.#kept[at] ?? 0;
        for (let one = 0; one < LABELS; one += 1) {
          const to = token * LABELS + one;
          scores[to] = (scores[to] ?? 0) + (rows[row + one] ?? 0);
        }
      }
    }
    return scores;
  }
}
