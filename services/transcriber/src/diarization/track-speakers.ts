import { COEFFICIENTS } from './acoustic-features';
import type { SpeakerModel } from './speaker-model';

/** Frames that are evaluated. Of longer recordings only every `step`-th frame is, up to `STEP_MAX` (0.11 s). */
const FRAMES_MAX = 30_000;
const STEP_MAX = 7;
/** Weight of the log-likelihood of a frame, below 1 because consecutive frames are correlated. */
const LIKELIHOOD_WEIGHT = 0.3;
/** Penalty of a speaker change within speech, and after a pause of 0.2 s. */
const CHANGE_PENALTY = 40;
const CHANGE_PENALTY_AFTER_PAUSE = 12;
const PAUSE_FRAMES = 12;

/**
 * Finds the most likely sequence of speakers by the Viterbi algorithm. Returns the index of the model for each frame of
 * `speech` (indexes of frames, ascending).
 */
export function trackSpeakers(
  cepstra: Float32Array,
  speech: Int32Array,
  models: readonly SpeakerModel[],
): Uint8Array {
  const step = Math.min(STEP_MAX, Math.ceil(speech.length / FRAMES_MAX));
  const steps = Math.ceil(speech.length / step);
  const backpointers = new Uint8Array(steps * models.length);
  let scores = new Float64Array(models.length);
  for (let index = 0; index < steps; index += 1) {
    const frame = speech[index * step] as number;
    const before = speech[Math.max(0, index - 1) * step] as number;
    const penalty = frame - before > PAUSE_FRAMES * step ? CHANGE_PENALTY_AFTER_PAUSE : CHANGE_PENALTY;
    const best = highest(scores);
    const afterChange = (scores[best] as number) - penalty;
    scores = scores.map((score, model) => {
      const stays = score >= afterChange;
      backpointers[index * models.length + model] = stays ? model : best;
      const fit = (models[model] as SpeakerModel).logLikelihood(cepstra, frame * COEFFICIENTS);
      return (stays ? score : afterChange) + LIKELIHOOD_WEIGHT * step * fit;
    });
  }
  const labels = new Uint8Array(speech.length);
  let model = highest(scores);
  for (let index = steps - 1; index >= 0; index -= 1) {
    labels.fill(model, index * step, (index + 1) * step);
    model = backpointers[index * models.length + model] as number;
  }
  return labels;
}

function highest(scores: Float64Array): number {
  return scores.reduce((best, score, index) => (score > (scores[best] as number) ? index : best), 0);
}
