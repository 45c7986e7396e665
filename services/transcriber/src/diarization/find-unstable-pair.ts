import { COEFFICIENTS, FRAME_RATE, type FrameSpan, type AcousticFeatures } from './acoustic-features';
import type { SpeakerModel } from './speaker-model';

/** A phrase ends where the loudness is this far below the median of speech for this long (0.1 s). */
const DIP_DB = 15;
const DIP_FRAMES = Math.round(0.1 * FRAME_RATE);
/** Half of a shorter phrase is too short to be compared. */
const PHRASE_FRAMES_MIN = Math.round(0.8 * FRAME_RATE);
/** Longer phrases are split. */
const PHRASE_FRAMES_MAX = Math.round(6 * FRAME_RATE);
/** Fewer phrases are not enough evidence against a pair. */
const PHRASES_MIN = 4;
/** A pair with a lower correlation between the halves of phrases is one speaker. */
const CORRELATION_MIN = 0.7;
/** Phrases that are compared, evenly distributed over the recording. */
const PHRASES_MAX = 1_200;

/** Mean log-likelihood of the first and the second half of a phrase under each model. */
type Fit = [Float64Array, Float64Array];

/**
 * Finds two models that represent one speaker: which of them fits better changes within phrases as much as between phrases,
 * so they differ in what is said and not in who speaks. Returns the indexes of the pair with the lowest correlation; null
 * when there is none.
 */
export function findUnstablePair(
  features: AcousticFeatures,
  speech: readonly FrameSpan[],
  models: readonly SpeakerModel[],
): [number, number] | null {
  const fits = sampleEvenly(phrasesOf(features, speech)).map((phrase) => fitOf(features, phrase, models));
  let worst: { pair: [number, number]; correlation: number } | null = null;
  for (let one = 0; one < models.length; one += 1)
    for (let other = 0; other < one; other += 1) {
      const correlation = correlationOf(fits, one, other);
      if (correlation < (worst?.correlation ?? CORRELATION_MIN)) worst = { pair: [one, other], correlation };
    }
  return worst?.pair ?? null;
}

/** Splits speech at dips of the loudness. */
function phrasesOf({ loudness }: AcousticFeatures, speech: readonly FrameSpan[]): FrameSpan[] {
  const threshold = medianOf(loudness, speech) - DIP_DB;
  return speech
    .flatMap(({ from, to }) => {
      const phrases: FrameSpan[] = [];
      let quiet = DIP_FRAMES;
      for (let frame = from; frame < to; frame += 1) {
        if ((loudness[frame] as number) < threshold) {
          quiet += 1;
          continue;
        }
        const last = phrases.at(-1);
        if (last && quiet < DIP_FRAMES && frame - last.from < PHRASE_FRAMES_MAX) last.to = frame + 1;
        else phrases.push({ from: frame, to: frame + 1 });
        quiet = 0;
      }
      return phrases;
    })
    .filter(({ from, to }) => to - from >= PHRASE_FRAMES_MIN);
}

function medianOf(loudness: Float32Array, speech: readonly FrameSpan[]): number {
  const levels = new Float32Array(speech.reduce((sum, { from, to }) => sum + to - from, 0));
  let at = 0;
  for (const { from, to } of speech) {
    levels.set(loudness.subarray(from, to), at);
    at += to - from;
  }
  return levels.sort()[levels.length >> 1] ?? 0;
}

function sampleEvenly(phrases: readonly FrameSpan[]): FrameSpan[] {
  const step = Math.max(1, phrases.length / PHRASES_MAX);
  return Array.from(
    { length: Math.floor(phrases.length / step) },
    (_, index) => phrases[Math.floor(index * step)],
  ).filter((phrase) => phrase !== undefined);
}

function fitOf({ cepstra }: AcousticFeatures, { from, to }: FrameSpan, models: readonly SpeakerModel[]): Fit {
  const middle = (from + to) >> 1;
  const meanOf = (model: SpeakerModel, first: number, end: number): number => {
    let sum = 0;
    for (let frame = first; frame < end; frame += 1)
      sum += model.logLikelihood(cepstra, frame * COEFFICIENTS);
    return sum / (end - first);
  };
  return [
    Float64Array.from(models, (model) => meanOf(model, from, middle)),
    Float64Array.from(models, (model) => meanOf(model, middle, to)),
  ];
}

/**
 * The correlation between the halves of phrases in how much better one model fits than the other, over the phrases that fit
 * one of both best; 1 when there are too few of them.
 */
function correlationOf(fits: readonly Fit[], one: number, other: number): number {
  const points = fits
    .filter(([first, second]) => {
      const sums = first.map((fit, index) => fit + (second[index] as number));
      const best = sums.indexOf(Math.max(...sums));
      return best === one || best === other;
    })
    .map(
      (halves) => halves.map((half) => (half[one] as number) - (half[other] as number)) as [number, number],
    );
  if (points.length < PHRASES_MIN) return 1;
  const mean = (place: 0 | 1): number => points.reduce((sum, point) => sum + point[place], 0) / points.length;
  const means = [mean(0), mean(1)] as const;
  const product = (a: 0 | 1, b: 0 | 1): number =>
    points.reduce((sum, point) => sum + (point[a] - means[a]) * (point[b] - means[b]), 0);
  return product(0, 1) / Math.sqrt(product(0, 0) * product(1, 1) || 1);
}
