/** Local copies: under jest a lookup of a global for each sample costs more than the arithmetic. */
const { PI, abs, cos, exp, floor, imul, max, min, round, sin } = Math;

/** Parameters of a source-filter voice. It is not the voice of a person, so fixtures of it need no consent. */
export interface SyntheticVoice {
  pitchHz: number;
  /** Length of the vocal tract relative to an adult male; a shorter one raises the formants. */
  tract: number;
  /** 0 to 1: share of the high frequencies of the source that remains. */
  brightness: number;
}

export const VOICE_RATE = 16_000;

export const syntheticVoices: readonly SyntheticVoice[] = [
  { pitchHz: 105, tract: 1, brightness: 0.55 },
  { pitchHz: 215, tract: 0.83, brightness: 0.4 },
  { pitchHz: 145, tract: 0.91, brightness: 0.75 },
];

/** Formants of vowels and intermediate sounds of an adult male, in hertz. */
const SOUNDS = [
  [730, 1_090, 2_440, 3_400], [270, 2_290, 3_010, 3_600], [300, 870, 2_240, 3_300], [530, 1_840, 2_480, 3_500],
  [570, 840, 2_410, 3_300], [660, 1_720, 2_410, 3_450], [250, 1_100, 2_200, 3_200], [490, 1_350, 1_690, 3_300],
] as const; // prettier-ignore
const BANDWIDTHS = [80, 100, 140, 220];
/** The filter is updated every 2 ms. */
const GLIDE_SAMPLES = 32;

/** Nonsense words of one to four syllables, about `seconds` long; deterministic for a seed. */
export function synthesizeSpeech(voice: SyntheticVoice, seconds: number, seed: number): Float32Array {
  const random = randomNumbers(seed);
  const samples = new Float32Array(round(seconds * VOICE_RATE));
  const filter = new Formants();
  const source = new Source(voice, random);
  let sound: readonly number[] = SOUNDS[0];
  for (let at = 0; at < samples.length;) {
    for (let left = 1 + floor(random() * 4); left > 0; left -= 1) {
      at = addNoiseBurst(samples, at, random);
      const before = sound;
      const aim = SOUNDS[floor(random() * SOUNDS.length)] ?? SOUNDS[0];
      // Natural speech varies each sound slightly.
      sound = aim.map((hertz) => hertz * (0.95 + 0.1 * random()));
      source.startSyllable(random);
      const end = min(samples.length, at + round((0.1 + 0.15 * random()) * VOICE_RATE));
      const length = end - at;
      for (let index = 0; at < end; at += 1, index += 1) {
        if (index % GLIDE_SAMPLES === 0) filter.shape(glide(before, sound, index / length), voice.tract);
        const swell = min(1, index / 400, (length - index) / 600);
        samples[at] = swell * filter.pass(source.next(at / samples.length));
      }
    }
    at += round(0.03 * VOICE_RATE);
  }
  return normalizePeak(samples);
}

function glide(from: readonly number[], to: readonly number[], share: number): readonly number[] {
  return from.map((hertz, index) => hertz + ((to[index] ?? hertz) - hertz) * share);
}

/** Uniform numbers from 0 to 1 (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Glottal pulses with falling pitch, jitter, a low-pass filter and breath noise. */
class Source {
  #phase = 0;
  #smooth = 0;
  #height = 1;
  #breath = 0.01;

  constructor(
    private readonly voice: SyntheticVoice,
    private readonly random: () => number,
  ) {}

  /** Draws pitch and breath noise of the next syllable. */
  startSyllable(random: () => number): void {
    this.#height = 0.94 + 0.12 * random();
    this.#breath = 0.01 + 0.05 * random();
  }

  next(done: number): number {
    const { pitchHz, brightness } = this.voice;
    const melody = 1.05 - 0.1 * done + 0.05 * sin(40 * done);
    this.#phase += (pitchHz * this.#height * melody * (1 + 0.04 * (this.random() - 0.5))) / VOICE_RATE;
    const pulse = this.#phase >= 1 ? 1 : 0;
    this.#phase %= 1;
    this.#smooth += (0.08 + 0.5 * brightness) * (pulse + this.#breath * (this.random() - 0.5) - this.#smooth);
    return this.#smooth;
  }
}

/** A cascade of resonators. */
class Formants {
  readonly #bandwidths = BANDWIDTHS.map((hertz) => exp((-PI * hertz) / VOICE_RATE));
  readonly #feedbacks = new Float64Array(BANDWIDTHS.length);
  readonly #last = new Float64Array(BANDWIDTHS.length);
  readonly #before = new Float64Array(BANDWIDTHS.length);

  shape(formants: readonly number[], tract: number): void {
    this.#bandwidths.forEach((radius, index) => {
      const angle = (2 * PI * (formants[index] ?? 0)) / tract / VOICE_RATE;
      this.#feedbacks[index] = 2 * radius * cos(angle);
    });
  }

  pass(sample: number): number {
    let value = sample;
    for (let index = 0; index < this.#feedbacks.length; index += 1) {
      const feedback = this.#feedbacks[index] as number;
      const decay = (this.#bandwidths[index] as number) ** 2;
      const [last, before] = [this.#last[index] as number, this.#before[index] as number];
      value = (1 - feedback + decay) * value + feedback * last - decay * before;
      this.#before[index] = last;
      this.#last[index] = value;
    }
    return value;
  }
}

/** A short consonant of noise; returns where it ends. */
function addNoiseBurst(samples: Float32Array, from: number, random: () => number): number {
  const end = min(samples.length, from + round(0.05 * VOICE_RATE));
  for (let at = from; at < end; at += 1) samples[at] = 0.004 * (random() - 0.5);
  return end;
}

function normalizePeak(samples: Float32Array): Float32Array {
  const peak = samples.reduce((most, sample) => max(most, abs(sample)), 1e-9);
  return samples.map((sample) => (0.5 * sample) / peak);
}
