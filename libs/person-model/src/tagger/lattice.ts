import { firstLabels, LABELS, lastLabels, pairs } from './labels';

/** A label this much below the best of its word is as good as impossible; further down numbers would vanish. */
const FLOOR = -80;

/**
 * All labellings of a text at once: how likely each label of each word is, by the scores of labels (`LABELS` a word)
 * and of pairs of neighbours. Linear in the length of the text.
 */
export class Lattice {
  readonly #forward: Float64Array;
  readonly #backward: Float64Array;
  /** The exponential of each score, relative to the best of its word. */
  readonly #weights: Float64Array;
  readonly #pairs: Float64Array;
  /** What each step forward was divided by to stay near 1. */
  readonly #scales: Float64Array;

  readonly length: number;

  constructor(scores: Float64Array, pairScores: Float64Array) {
    this.length = scores.length / LABELS;
    this.#forward = new Float64Array(scores.length);
    this.#backward = new Float64Array(scores.length);
    this.#weights = new Float64Array(scores.length);
    this.#scales = new Float64Array(this.length);
    this.#pairs = pairScores.map(Math.exp);
    this.#weigh(scores);
    if (this.length > 0) {
      this.#goForward();
      this.#goBackward();
    }
  }

  /** How likely a label of a word is. */
  probability(word: number, label: number): number {
    const at = word * LABELS + label;
    return (this.#forward[at] ?? 0) * (this.#backward[at] ?? 0);
  }

  /** How likely a pair of labels, by its number, is of a word and of the one before. */
  pairProbability(word: number, pair: number): number {
    const at = word * LABELS + (pairs.to[pair] ?? 0);
    const step = (this.#weights[at] ?? 0) * (this.#backward[at] ?? 0) * (this.#pairs[pair] ?? 0);
    return (
      ((this.#forward[(word - 1) * LABELS + (pairs.from[pair] ?? 0)] ?? 0) * step) / (this.#scales[word] ?? 1)
    );
  }

  #weigh(scores: Float64Array): void {
    for (let at = 0; at < this.length * LABELS; at += LABELS) {
      let best = scores[at] ?? 0;
      for (let label = 1; label < LABELS; label += 1) best = Math.max(best, scores[at + label] ?? 0);
      for (let label = 0; label < LABELS; label += 1) {
        this.#weights[at + label] = Math.exp(Math.max(FLOOR, (scores[at + label] ?? 0) - best));
      }
    }
  }

  #goForward(): void {
    for (const label of firstLabels) this.#forward[label] = this.#weights[label] ?? 0;
    this.#scale(0);
    for (let word = 1; word < this.length; word += 1) {
      const at = word * LABELS;
      for (let pair = 0; pair < pairs.count; pair += 1) {
        const to = at + (pairs.to[pair] ?? 0);
        const before = this.#forward[at - LABELS + (pairs.from[pair] ?? 0)] ?? 0;
        this.#forward[to] = (this.#forward[to] ?? 0) + before * (this.#pairs[pair] ?? 0);
      }
      for (let to = at; to < at + LABELS; to += 1) {
        this.#forward[to] = (this.#forward[to] ?? 0) * (this.#weights[to] ?? 0);
      }
      this.#scale(word);
    }
  }

  #scale(word: number): void {
    const at = word * LABELS;
    let sum = 0;
    for (let label = 0; label < LABELS; label += 1) sum += this.#forward[at + label] ?? 0;
    for (let label = 0; label < LABELS; label += 1)
      this.#forward[at + label] = (this.#forward[at + label] ?? 0) / sum;
    this.#scales[word] = sum;
  }

  #goBackward(): void {
    const last = (this.length - 1) * LABELS;
    let ended = 0;
    for (const label of lastLabels) ended += this.#forward[last + label] ?? 0;
    for (const label of lastLabels) this.#backward[last + label] = 1 / ended;
    for (let word = this.length - 2; word >= 0; word -= 1) {
      const at = word * LABELS;
      const scale = this.#scales[word + 1] ?? 1;
      for (let pair = 0; pair < pairs.count; pair += 1) {
        const from = at + (pairs.from[pair] ?? 0);
        const next = at + LABELS + (pairs.to[pair] ?? 0);
        const behind = (this.#weights[next] ?? 0) * (this.#backward[next] ?? 0) * (this.#pairs[pair] ?? 0);
        this.#backward[from] = (this.#backward[from] ?? 0) + behind / scale;
      }
    }
  }
}
