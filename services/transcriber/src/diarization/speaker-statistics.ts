import { COEFFICIENTS as SIZE } from './acoustic-features';

/** Sufficient statistics of the frames of a speaker: number, sums, and sums of products (lower triangle, row-major). */
export class SpeakerStatistics {
  count = 0;
  readonly sums = new Float64Array(SIZE);
  readonly products = new Float64Array((SIZE * (SIZE + 1)) / 2);

  /** Adds the frame whose coefficients start at index `at`. */
  add(cepstra: Float32Array, at: number): void {
    this.count += 1;
    for (let row = 0, index = 0; row < SIZE; row += 1) {
      const value = cepstra[at + row] as number;
      this.sums[row] = (this.sums[row] as number) + value;
      for (let column = 0; column <= row; column += 1, index += 1)
        this.products[index] = (this.products[index] as number) + value * (cepstra[at + column] as number);
    }
  }

  /** The statistics of all frames of several speakers. */
  static join(parts: readonly SpeakerStatistics[]): SpeakerStatistics {
    const all = new SpeakerStatistics();
    for (const { count, sums, products } of parts) {
      all.count += count;
      sums.forEach((value, index) => (all.sums[index] = (all.sums[index] as number) + value));
      products.forEach((value, index) => (all.products[index] = (all.products[index] as number) + value));
    }
    return all;
  }

  /** Scales the statistics down to `count` frames, when there are more. */
  atMost(count: number): SpeakerStatistics {
    if (this.count <= count) return this;
    const scale = count / this.count;
    const scaled = new SpeakerStatistics();
    scaled.count = count;
    this.sums.forEach((value, index) => (scaled.sums[index] = value * scale));
    this.products.forEach((value, index) => (scaled.products[index] = value * scale));
    return scaled;
  }

  /** The covariance matrix: lower triangle, row-major. */
  covariance(): Float64Array {
    const covariance = new Float64Array(this.products.length);
    for (let row = 0, index = 0; row < SIZE; row += 1)
      for (let column = 0; column <= row; column += 1, index += 1)
        covariance[index] =
          (this.products[index] as number) / this.count -
          ((this.sums[row] as number) * (this.sums[column] as number)) / this.count ** 2;
    return covariance;
  }
}
