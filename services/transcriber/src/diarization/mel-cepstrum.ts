const LOWEST_HZ = 80;
const HIGHEST_HZ = 7_600;
/** Added to the power of a band, because the logarithm of zero is not finite. */
const POWER_FLOOR = 1e-10;

export interface CepstrumShape {
  /** Number of bins of the power spectrum. */
  bins: number;
  /** Width of a bin in Hz. */
  binHz: number;
  /** Number of bands of the mel filter bank. */
  bands: number;
  /** Number of cepstral coefficients. */
  coefficients: number;
}

interface Band {
  first: number;
  weights: Float64Array;
}

/** Computes mel-frequency cepstral coefficients of power spectra, without C0: loudness does not identify a speaker. */
export class MelCepstrum {
  readonly #bands: Band[];
  readonly #cosines: Float64Array[];

  constructor(shape: CepstrumShape) {
    const { bands, coefficients } = shape;
    this.#bands = Array.from({ length: bands }, (_, index) => bandOf(shape, index));
    this.#cosines = Array.from({ length: coefficients }, (_, index) =>
      Float64Array.from(
        { length: bands },
        (__, band) => Math.cos((Math.PI * (index + 1) * (band + 0.5)) / bands) * Math.sqrt(2 / bands),
      ),
    );
  }

  /** Writes the coefficients of a spectrum into `target` from index `at` on. */
  write(power: Float64Array, target: Float32Array, at: number): void {
    const logs = this.#bands.map(({ first, weights }) => {
      let sum = POWER_FLOOR;
      weights.forEach((weight, index) => (sum += weight * (power[first + index] as number)));
      return Math.log(sum);
    });
    this.#cosines.forEach((cosines, index) => {
      let sum = 0;
      logs.forEach((log, band) => (sum += (cosines[band] as number) * log));
      target[at + index] = sum;
    });
  }
}

/** A triangular filter; the bands have equal width on the mel scale. */
function bandOf({ bins, binHz, bands }: CepstrumShape, band: number): Band {
  const [low, high] = [toMel(LOWEST_HZ), toMel(HIGHEST_HZ)];
  const corner = (index: number): number => fromMel(low + ((high - low) * index) / (bands + 1)) / binHz;
  const [left, top, right] = [corner(band), corner(band + 1), corner(band + 2)];
  const first = Math.ceil(left);
  const last = Math.min(bins - 1, Math.floor(right));
  const weights = Float64Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
    const bin = first + index;
    return Math.max(0, bin < top ? (bin - left) / (top - left) : (right - bin) / (right - top));
  });
  return { first, weights };
}

function toMel(hz: number): number {
  return 1_127 * Math.log(1 + hz / 700);
}

function fromMel(mel: number): number {
  return 700 * (Math.exp(mel / 1_127) - 1);
}
