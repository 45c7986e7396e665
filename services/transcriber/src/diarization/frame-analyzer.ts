import FFT from 'fft.js';
import { SAMPLE_RATE } from '../audio/wav-format';
import { MelCepstrum } from './mel-cepstrum';
import { COEFFICIENTS } from './acoustic-features';

/** Samples of a frame; frames overlap by half. */
export const WINDOW = 512;
/** FFT size: twice the window, so that the autocorrelation does not wrap around. */
const SIZE = 1_024;
const BINS = SIZE / 2 + 1;
const BANDS = 30;
/** Periods of the pitch range 70 to 400 Hz, in samples. */
const SHORTEST_PERIOD = Math.floor(SAMPLE_RATE / 400);
const LONGEST_PERIOD = Math.ceil(SAMPLE_RATE / 70);
const SPEECH_BINS = binsOf(150, 5_000);
const PITCH_BINS = binsOf(60, 1_500);

/** Computes the features of one frame at a time; its buffers are reused. */
export class FrameAnalyzer {
  readonly #fft = new FFT(SIZE);
  readonly #cepstrum = new MelCepstrum({
    bins: BINS,
    binHz: SAMPLE_RATE / SIZE,
    bands: BANDS,
    coefficients: COEFFICIENTS,
  });
  readonly #window = Float64Array.from(
    { length: WINDOW },
    (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (index + 0.5)) / WINDOW),
  );
  readonly #windowLags = lagsOf(this.#window);
  readonly #input = new Array<number>(SIZE).fill(0);
  readonly #output: number[] = this.#fft.createComplexArray();
  readonly #power = new Float64Array(BINS);

  /** Loads the frame that starts at the sample `at`; the other methods refer to it. */
  load(samples: Float32Array, at: number): void {
    this.#input.fill(0);
    for (let index = 0; index < WINDOW; index += 1)
      this.#input[index] = (samples[at + index] as number) * (this.#window[index] as number);
    this.#fft.realTransform(this.#output, this.#input);
    for (let bin = 0; bin < BINS; bin += 1)
      this.#power[bin] = (this.#output[2 * bin] as number) ** 2 + (this.#output[2 * bin + 1] as number) ** 2;
  }

  /** Loudness in the speech band (150 to 5,000 Hz), in dBFS. */
  loudness(): number {
    let sum = 0;
    for (let bin = SPEECH_BINS.first; bin <= SPEECH_BINS.last; bin += 1) sum += this.#power[bin] as number;
    return 10 * Math.log10(sum / (SIZE * WINDOW) + 1e-12);
  }

  /** Writes the MFCC of the frame into `target` from index `at` on. */
  writeCepstrum(target: Float32Array, at: number): void {
    this.#cepstrum.write(this.#power, target, at);
  }

  /** Periodicity, 0..1: the highest normalized peak of the autocorrelation in the pitch range. */
  voicing(): number {
    this.#input.fill(0);
    for (let bin = PITCH_BINS.first; bin <= PITCH_BINS.last; bin += 1) {
      this.#input[bin] = this.#power[bin] as number;
      this.#input[SIZE - bin] = this.#power[bin] as number;
    }
    this.#fft.realTransform(this.#output, this.#input);
    const energy = (this.#output[0] as number) + 1e-9;
    let highest = 0;
    for (let lag = SHORTEST_PERIOD; lag <= LONGEST_PERIOD; lag += 1)
      highest = Math.max(highest, (this.#output[2 * lag] as number) / (this.#windowLags[lag] as number));
    return Math.min(1, (highest * (this.#windowLags[0] as number)) / energy);
  }
}

function lagsOf(window: Float64Array): Float64Array {
  return Float64Array.from({ length: LONGEST_PERIOD + 1 }, (_, lag) =>
    window.subarray(lag).reduce((sum, value, index) => sum + value * (window[index] as number), 0),
  );
}

function binsOf(low: number, high: number): { first: number; last: number } {
  const hz = SAMPLE_RATE / SIZE;
  return { first: Math.ceil(low / hz), last: Math.floor(high / hz) };
}
