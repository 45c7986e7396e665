import { clusterSpeakers } from './cluster-speakers';
import { detectSpeech } from './detect-speech';
import { extractFeatures } from './extract-features';
import type { SpeakerTurn } from './speaker-turn';
import { COEFFICIENTS, FRAME_RATE, type AcousticFeatures } from './acoustic-features';
import { SpeakerStatistics } from './speaker-statistics';

/** Labels are linked only below this distance: a speaker with two labels is better than two speakers with one. */
const LINK_DISTANCE = -0.15;
/** A label with less speech (1.5 s) is not linked. */
const FRAMES_MIN = 1.5 * FRAME_RATE;

interface LabeledSpeaker {
  /** Index of the chunk. */
  chunk: number;
  label: string;
  statistics: SpeakerStatistics;
}

/**
 * Links the speaker labels of chunks: returns for each chunk a map from its labels to labels of the whole recording. Labels
 * of the same chunk are never linked, since the engine distinguished them. Times of turns are seconds from the start of the
 * recording. It blocks for seconds: run it in a thread.
 * @throws Error when the file is not prepared audio
 */
export function linkSpeakers(
  wavPath: string,
  turnsByChunk: readonly (readonly SpeakerTurn[])[],
): ReadonlyMap<string, string>[] {
  const features = extractFeatures(wavPath);
  const isSpeech = new Uint8Array(features.frames);
  for (const { from, to } of detectSpeech(features)) isSpeech.fill(1, from, to);
  const speakers = turnsByChunk.flatMap((turns, chunk) => {
    const labels = [...new Set(turns.map(({ speaker }) => speaker))];
    return labels.map((label): LabeledSpeaker => {
      const own = turns.filter(({ speaker }) => speaker === label);
      return { chunk, label, statistics: statisticsOf(features, own, isSpeech) };
    });
  });
  const linked = turnsByChunk.map(() => new Map<string, string>());
  clustersOf(speakers).forEach((members, index) => {
    for (const { chunk, label } of members) linked[chunk]?.set(label, `speaker ${index + 1}`);
  });
  return linked;
}

function clustersOf(speakers: readonly LabeledSpeaker[]): LabeledSpeaker[][] {
  const comparable = speakers.filter(({ statistics }) => statistics.count >= FRAMES_MIN);
  const others = speakers.filter((speaker) => !comparable.includes(speaker)).map((speaker) => [speaker]);
  if (comparable.length === 0) return others;
  const statistics = comparable.map((speaker) => speaker.statistics);
  const clusters = clusterSpeakers(statistics, SpeakerStatistics.join(statistics).covariance(), {
    atLeast: 1,
    atMost: Infinity,
    distanceMin: LINK_DISTANCE,
    mayMerge: (one, other) => comparable[one]?.chunk !== comparable[other]?.chunk,
  });
  const linked = clusters.map((members) => comparable.filter((_, index) => members.includes(index)));
  return [...linked, ...others];
}

function statisticsOf(
  { cepstra, frames }: AcousticFeatures,
  turns: readonly SpeakerTurn[],
  isSpeech: Uint8Array,
): SpeakerStatistics {
  const statistics = new SpeakerStatistics();
  for (const { start, end } of turns) {
    const last = Math.min(frames, Math.floor(end * FRAME_RATE));
    for (let frame = Math.max(0, Math.floor(start * FRAME_RATE)); frame < last; frame += 1)
      if (isSpeech[frame] === 1) statistics.add(cepstra, frame * COEFFICIENTS);
  }
  return statistics;
}
