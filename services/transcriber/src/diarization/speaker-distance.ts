import { COEFFICIENTS } from './acoustic-features';
import { SpeakerModel } from './speaker-model';
import { SpeakerStatistics } from './speaker-statistics';

/**
 * Frames of a speaker that count (11 s). The criterion grows with the number of frames, so that without this limit a
 * speaker whose voice changes during an hour would be split.
 */
const FRAMES_MAX = 700;
/** Weight of the penalty term; 1 in the definition of BIC. Chosen on mixed recordings (`npm run bench:speech`). */
const PENALTY_WEIGHT = 1.15;
/** Free parameters of a `SpeakerModel`. */
const PARAMETERS = COEFFICIENTS + (COEFFICIENTS * (COEFFICIENTS + 1)) / 2;

/** A speaker with the values that `speakerDistance` needs. */
export interface ComparableSpeaker {
  all: SpeakerStatistics;
  /** `all`, scaled down to the number of frames that count. */
  limited: SpeakerStatistics;
  /** Log-determinant of the covariance, times the frames of `limited`. */
  logDeterminant: number;
}

/** Prepares a speaker for comparisons; `background` is the covariance of all speech of the recording. */
export function comparableSpeaker(all: SpeakerStatistics, background: Float64Array): ComparableSpeaker {
  const limited = all.atMost(FRAMES_MAX);
  const logDeterminant = limited.count * new SpeakerModel(limited, background).logDeterminant;
  return { all, limited, logDeterminant };
}

/**
 * The difference in the Bayesian information criterion (BIC) between two speakers and one, divided by the penalty: above 0,
 * two speakers explain the frames better than one; -1 for identical speakers.
 */
export function speakerDistance(
  one: ComparableSpeaker,
  other: ComparableSpeaker,
  background: Float64Array,
): number {
  const both = SpeakerStatistics.join([one.limited, other.limited]);
  const logDeterminant = both.count * new SpeakerModel(both, background).logDeterminant;
  const gain = 0.5 * (logDeterminant - one.logDeterminant - other.logDeterminant);
  return gain / (PENALTY_WEIGHT * 0.5 * PARAMETERS * Math.log(both.count)) - 1;
}
