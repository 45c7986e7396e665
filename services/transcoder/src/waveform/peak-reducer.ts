const SAMPLE_BYTES = 2;

export interface Peaks {
  /** Samples that each pair covers; the last one may cover fewer. */
  samplesPerPair: number;
  /** The lowest and the highest sample of each pair in turn, 16 bits. */
  values: number[];
}

/**
 * Reduces sound of unknown length to its peaks, in a fixed amount of memory: when all pairs are taken, neighbours are
 * merged, and each pair covers twice as many samples from then on.
 */
export class PeakReducer {
  readonly #values: Int16Array;
  #pairs = 0;
  #width = 1;
  #filled = 0;
  #low = 0;
  #high = 0;
  /** The first byte of a sample whose second one is in the next chunk. */
  #half = -1;

  /** `pairsMax` must be even. The result has that many pairs at most and, of longer sound, at least half as many. */
  constructor(pairsMax: number) {
    this.#values = new Int16Array(pairsMax * 2);
  }

  /** Add samples of 16 bits, little-endian; a chunk may end inside a sample. */
  push(chunk: Uint8Array): void {
    let at = 0;
    if (this.#half >= 0 && chunk.length > 0) {
      this.#add(signed(this.#half, chunk[0] ?? 0));
      this.#half = -1;
      at = 1;
    }
    for (; at + 1 < chunk.length; at += SAMPLE_BYTES) this.#add(signed(chunk[at] ?? 0, chunk[at + 1] ?? 0));
    if (at < chunk.length) this.#half = chunk[at] ?? 0;
  }

  peaks(): Peaks {
    const values = Array.from(this.#values.subarray(0, this.#pairs * 2));
    if (this.#filled > 0) values.push(this.#low, this.#high);
    return { samplesPerPair: this.#width, values };
  }

  #add(sample: number): void {
    if (this.#filled === 0) {
      this.#low = sample;
      this.#high = sample;
    } else if (sample < this.#low) this.#low = sample;
    else if (sample > this.#high) this.#high = sample;
    this.#filled += 1;
    if (this.#filled === this.#width) this.#complete();
  }

  #complete(): void {
    this.#values[this.#pairs * 2] = this.#low;
    this.#values[this.#pairs * 2 + 1] = this.#high;
    this.#pairs += 1;
    this.#filled = 0;
    if (this.#pairs * 2 === this.#values.length) this.#merge();
  }

  #merge(): void {
    const values = this.#values;
    this.#pairs /= 2;
    this.#width *= 2;
    for (let pair = 0; pair < this.#pairs; pair += 1) {
      const [low = 0, high = 0, nextLow = 0, nextHigh = 0] = values.subarray(pair * 4, pair * 4 + 4);
      values[pair * 2] = Math.min(low, nextLow);
      values[pair * 2 + 1] = Math.max(high, nextHigh);
    }
  }
}

function signed(low: number, high: number): number {
  return ((high << 24) >> 16) | low;
}
