const LOWEST_HZ = 80;
const HIGHEST_HZ = 7_600;
/** Digital silence has a logarithm too. */
const LEAST_POWER = 1e-10;

export interface CepstrumShape {
  /** Bins of the power spectrum, and how far they are apart. */
  bins: number;
  binHz: number;
  bands: number;
  coefficients: number;
}

interface Band {
  first: number;
  weights: Float64Array;
}

/** Mel cepstral coefficients of a power spectrum, without the zeroth: loudness tells no voices apart. */
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

  /** Write the coefficients of one spectrum into `target`, from `at` on. */
  write(power: Float64Array, target: Float32Array, at: number): void {
    const logs = this.#bands.map(({ first, weights }) => {
      let sum = LEAST_POWER;
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

/** A triangle over the spectrum; the bands are equally wide to the ear. */
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
