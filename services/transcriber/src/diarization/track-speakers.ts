import { COEFFICIENTS } from './acoustic-features';
import type { SpeakerModel } from './speaker-model';

/** Frames that are looked at; of a longer recording every second, third … one is taken, but one in 0.11 s at least. */
const FRAMES_MAX = 30_000;
const STEP_MAX = 7;
/** Neighbouring frames tell much the same, so each counts for less than one. */
const WEIGHT = 0.3;
/** What a change of voice costs, within speech and after a pause of 0.2 s. */
const CHANGE = 40;
const CHANGE_AFTER_PAUSE = 12;
const PAUSE_FRAMES = 12;

/** The most likely course of voices (Viterbi) over frames of speech: the index of the model for each frame. */
export function trackSpeakers(
  cepstra: Float32Array,
  speech: Int32Array,
  models: readonly SpeakerModel[],
): Uint8Array {
  const step = Math.min(STEP_MAX, Math.ceil(speech.length / FRAMES_MAX));
  const steps = Math.ceil(speech.length / step);
  const cameFrom = new Uint8Array(steps * models.length);
  let scores = new Float64Array(models.length);
  for (let index = 0; index < steps; index += 1) {
    const frame = speech[index * step] as number;
    const before = speech[Math.max(0, index - 1) * step] as number;
    const price = frame - before > PAUSE_FRAMES * step ? CHANGE_AFTER_PAUSE : CHANGE;
    const best = highest(scores);
    const afterChange = (scores[best] as number) - price;
    scores = scores.map((score, model) => {
      const stays = score >= afterChange;
      cameFrom[index * models.length + model] = stays ? model : best;
      const fit = (models[model] as SpeakerModel).logLikelihood(cepstra, frame * COEFFICIENTS);
      return (stays ? score : afterChange) + WEIGHT * step * fit;
    });
  }
  const course = new Uint8Array(speech.length);
  let model = highest(scores);
  for (let index = steps - 1; index >= 0; index -= 1) {
    course.fill(model, index * step, (index + 1) * step);
    model = cameFrom[index * models.length + model] as number;
  }
  return course;
}

function highest(scores: Float64Array): number {
  return scores.reduce((best, score, index) => (score > (scores[best] as number) ? index : best), 0);
}
