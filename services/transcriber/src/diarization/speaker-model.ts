import { COEFFICIENTS as SIZE } from './acoustic-features';
import type { SpeakerStatistics } from './speaker-statistics';

/** Weight of the background covariance, in frames: stabilizes models of little speech. */
const SMOOTHING = 20;
const VARIANCE_MIN = 1e-8;

/** A speaker as a multivariate normal distribution of cepstra, with full covariance. */
export class SpeakerModel {
  /** The natural logarithm of the determinant of the covariance. */
  readonly logDeterminant: number;
  readonly #mean: Float64Array;
  /** Cholesky factor of the covariance: lower triangle, row-major. */
  readonly #factor: Float64Array;
  readonly #scratch = new Float64Array(SIZE);

  /** `background` is the covariance of all speech of the recording. */
  constructor(speaker: SpeakerStatistics, background: Float64Array) {
    const own = speaker.count / (speaker.count + SMOOTHING);
    const covariance = speaker.covariance();
    covariance.forEach(
      (value, index) => (covariance[index] = own * value + (1 - own) * (background[index] as number)),
    );
    this.#mean = speaker.sums.map((sum) => sum / speaker.count);
    this.#factor = choleskyOf(covariance);
    let logDeterminant = 0;
    for (let row = 0; row < SIZE; row += 1)
      logDeterminant += 2 * Math.log(this.#factor[indexOf(row, row)] as number);
    this.logDeterminant = logDeterminant;
  }

  /** Log-likelihood, up to a constant, of the frame whose coefficients start at index `at`. */
  logLikelihood(cepstra: Float32Array, at: number): number {
    let sum = 0;
    for (let row = 0, index = 0; row < SIZE; row += 1, index += 1) {
      let value = (cepstra[at + row] as number) - (this.#mean[row] as number);
      for (let column = 0; column < row; column += 1, index += 1)
        value -= (this.#factor[index] as number) * (this.#scratch[column] as number);
      value /= this.#factor[index] as number;
      this.#scratch[row] = value;
      sum += value * value;
    }
    return -0.5 * (sum + this.logDeterminant);
  }
}

function choleskyOf(covariance: Float64Array): Float64Array {
  const factor = new Float64Array(covariance.length);
  for (let row = 0, index = 0; row < SIZE; row += 1)
    for (let column = 0; column <= row; column += 1, index += 1) {
      let value = covariance[index] as number;
      for (let inner = 0; inner < column; inner += 1)
        value -= (factor[indexOf(row, inner)] as number) * (factor[indexOf(column, inner)] as number);
      factor[index] =
        row === column
          ? Math.sqrt(Math.max(VARIANCE_MIN, value))
          : value / (factor[indexOf(column, column)] as number);
    }
  return factor;
}

function indexOf(row: number, column: number): number {
  return (row * (row + 1)) / 2 + column;
}
