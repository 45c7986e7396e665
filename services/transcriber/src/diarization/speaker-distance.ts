import { COEFFICIENTS } from './acoustic-features';
import { SpeakerModel } from './speaker-model';
import { SpeakerStatistics } from './speaker-statistics';

/**
 * More of one voice tells no more about it, though the criterion would grow with every minute and split anybody who
 * changes in an hour; so no voice counts for more than this (11 s).
 */
const FRAMES_MAX = 700;
/** The criterion as published has 1; chosen on mixes of voices (`npm run bench:speech`). */
const STRICTNESS = 1.15;
const PARAMETERS = COEFFICIENTS + (COEFFICIENTS * (COEFFICIENTS + 1)) / 2;

/** A voice, ready to be compared with others of the same recording. */
export interface ComparableSpeaker {
  all: SpeakerStatistics;
  part: SpeakerStatistics;
  spread: number;
}

/** `background` is the covariance of all speech of the recording. */
export function comparableSpeaker(all: SpeakerStatistics, background: Float64Array): ComparableSpeaker {
  const part = all.atMost(FRAMES_MAX);
  return { all, part, spread: part.count * new SpeakerModel(part, background).spread };
}

/**
 * The Bayesian information criterion between one voice and two: above zero, two explain the frames better than one.
 * As a share of the price of a second voice, so that the same voice twice is -1.
 */
export function speakerDistance(
  one: ComparableSpeaker,
  other: ComparableSpeaker,
  background: Float64Array,
): number {
  const both = SpeakerStatistics.join([one.part, other.part]);
  const gain = 0.5 * (both.count * new SpeakerModel(both, background).spread - one.spread - other.spread);
  return gain / (STRICTNESS * 0.5 * PARAMETERS * Math.log(both.count)) - 1;
}
