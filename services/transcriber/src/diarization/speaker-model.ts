import { COEFFICIENTS as SIZE } from './acoustic-features';
import type { SpeakerStatistics } from './speaker-statistics';

/** So many frames of the whole recording are added to each voice, so that little speech makes no wild model. */
const SMOOTHING = 20;
const LEAST_VARIANCE = 1e-8;

/** A voice as a normal distribution of its frames, with full covariance. */
export class SpeakerModel {
  /** The logarithm of the determinant of the covariance. */
  readonly spread: number;
  readonly #mean: Float64Array;
  /** Cholesky factor of the covariance (lower triangle, row by row). */
  readonly #factor: Float64Array;
  readonly #rest = new Float64Array(SIZE);

  /** `background` is the covariance of all speech of the recording. */
  constructor(voice: SpeakerStatistics, background: Float64Array) {
    const own = voice.count / (voice.count + SMOOTHING);
    const covariance = voice.covariance();
    covariance.forEach(
      (value, place) => (covariance[place] = own * value + (1 - own) * (background[place] as number)),
    );
    this.#mean = voice.sums.map((sum) => sum / voice.count);
    this.#factor = factorise(covariance);
    let spread = 0;
    for (let row = 0; row < SIZE; row += 1) spread += 2 * Math.log(this.#factor[placeOf(row, row)] as number);
    this.spread = spread;
  }

  /** How well the frame at `at` fits, up to a constant. */
  logLikelihood(cepstra: Float32Array, at: number): number {
    let sum = 0;
    for (let row = 0, place = 0; row < SIZE; row += 1, place += 1) {
      let value = (cepstra[at + row] as number) - (this.#mean[row] as number);
      for (let column = 0; column < row; column += 1, place += 1)
        value -= (this.#factor[place] as number) * (this.#rest[column] as number);
      value /= this.#factor[place] as number;
      this.#rest[row] = value;
      sum += value * value;
    }
    return -0.5 * (sum + this.spread);
  }
}

function factorise(covariance: Float64Array): Float64Array {
  const factor = new Float64Array(covariance.length);
  for (let row = 0, place = 0; row < SIZE; row += 1)
    for (let column = 0; column <= row; column += 1, place += 1) {
      let value = covariance[place] as number;
      for (let index = 0; index < column; index += 1)
        value -= (factor[placeOf(row, index)] as number) * (factor[placeOf(column, index)] as number);
      factor[place] =
        row === column
          ? Math.sqrt(Math.max(LEAST_VARIANCE, value))
          : value / (factor[placeOf(column, column)] as number);
    }
  return factor;
}

function placeOf(row: number, column: number): number {
  return (row * (row + 1)) / 2 + column;
}
