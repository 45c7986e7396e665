import { COEFFICIENTS as SIZE } from './acoustic-features';

/** What is kept of many frames: how many, their sum, and the sums of their products (lower triangle, row by row). */
export class SpeakerStatistics {
  count = 0;
  readonly sums = new Float64Array(SIZE);
  readonly products = new Float64Array((SIZE * (SIZE + 1)) / 2);

  /** Take in the frame that begins at `at`. */
  add(cepstra: Float32Array, at: number): void {
    this.count += 1;
    for (let row = 0, place = 0; row < SIZE; row += 1) {
      const value = cepstra[at + row] as number;
      this.sums[row] = (this.sums[row] as number) + value;
      for (let column = 0; column <= row; column += 1, place += 1)
        this.products[place] = (this.products[place] as number) + value * (cepstra[at + column] as number);
    }
  }

  /** All of these together. */
  static join(parts: readonly SpeakerStatistics[]): SpeakerStatistics {
    const whole = new SpeakerStatistics();
    for (const { count, sums, products } of parts) {
      whole.count += count;
      sums.forEach((value, index) => (whole.sums[index] = (whole.sums[index] as number) + value));
      products.forEach((value, index) => (whole.products[index] = (whole.products[index] as number) + value));
    }
    return whole;
  }

  /** The same voice as if it had been heard for at most so many frames. */
  atMost(count: number): SpeakerStatistics {
    if (this.count <= count) return this;
    const share = count / this.count;
    const less = new SpeakerStatistics();
    less.count = count;
    this.sums.forEach((value, index) => (less.sums[index] = value * share));
    this.products.forEach((value, index) => (less.products[index] = value * share));
    return less;
  }

  /** Variances and covariances (lower triangle, row by row). */
  covariance(): Float64Array {
    const covariance = new Float64Array(this.products.length);
    for (let row = 0, place = 0; row < SIZE; row += 1)
      for (let column = 0; column <= row; column += 1, place += 1)
        covariance[place] =
          (this.products[place] as number) / this.count -
          ((this.sums[row] as number) * (this.sums[column] as number)) / this.count ** 2;
    return covariance;
  }
}
