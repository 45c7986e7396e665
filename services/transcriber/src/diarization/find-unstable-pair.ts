import { COEFFICIENTS, FRAME_RATE, type FrameSpan, type AcousticFeatures } from './acoustic-features';
import type { SpeakerModel } from './speaker-model';

/** A dip this much below ordinary speech for this long ends a phrase. */
const DIP_DB = 15;
const DIP_FRAMES = Math.round(0.1 * FRAME_RATE);
/** Of shorter ones a half says little. */
const PHRASE_FRAMES_MIN = Math.round(0.8 * FRAME_RATE);
const PHRASE_FRAMES_MAX = Math.round(6 * FRAME_RATE);
/** So many phrases have to speak against a pair. */
const PHRASES_MIN = 4;
const AGREEMENT_MIN = 0.7;
/** Phrases that are looked at, evenly over the recording. */
const PHRASES_MAX = 1_200;

/** How well each voice fits the first and the second half of a phrase. */
type Fit = [Float64Array, Float64Array];

/**
 * Two voices that are not two persons: which of them fits better changes within phrases as much as between them, so it
 * is what is said that differs, not who says it. Null when there is no such pair.
 */
export function findUnstablePair(
  measures: AcousticFeatures,
  speech: readonly FrameSpan[],
  models: readonly SpeakerModel[],
): [number, number] | null {
  const fits = evenly(phrasesOf(measures, speech)).map((phrase) => fitOf(measures, phrase, models));
  let worst: { pair: [number, number]; agreement: number } | null = null;
  for (let one = 0; one < models.length; one += 1)
    for (let other = 0; other < one; other += 1) {
      const agreement = agreementOf(fits, one, other);
      if (agreement < (worst?.agreement ?? AGREEMENT_MIN)) worst = { pair: [one, other], agreement };
    }
  return worst?.pair ?? null;
}

/** Speech from one dip to the next. */
function phrasesOf({ loudness }: AcousticFeatures, speech: readonly FrameSpan[]): FrameSpan[] {
  const limit = medianOf(loudness, speech) - DIP_DB;
  return speech
    .flatMap(({ from, to }) => {
      const phrases: FrameSpan[] = [];
      let quiet = DIP_FRAMES;
      for (let frame = from; frame < to; frame += 1) {
        if ((loudness[frame] as number) < limit) {
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

function evenly(phrases: readonly FrameSpan[]): FrameSpan[] {
  const step = Math.max(1, phrases.length / PHRASES_MAX);
  return Array.from(
    { length: Math.floor(phrases.length / step) },
    (_, index) => phrases[Math.floor(index * step)],
  ).filter((one) => one !== undefined);
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

/** The correlation of both halves over the phrases that are one of these two; 1 where there are too few to tell. */
function agreementOf(fits: readonly Fit[], one: number, other: number): number {
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
