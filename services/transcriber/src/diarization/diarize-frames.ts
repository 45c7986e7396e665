import { findUnstablePair } from './find-unstable-pair';
import { trackSpeakers } from './track-speakers';
import { clusterSpeakers } from './cluster-speakers';
import { comparableSpeaker, speakerDistance } from './speaker-distance';
import { COEFFICIENTS, FRAME_RATE, type FrameSpan, type AcousticFeatures } from './acoustic-features';
import { SpeakerModel } from './speaker-model';
import { SpeakerStatistics } from './speaker-statistics';

/** Limits of the number of speakers; null: no limit. */
export interface SpeakerLimits {
  minSpeakers: number | null;
  maxSpeakers: number | null;
}

/** The speaker of each frame with speech. */
export interface FrameLabels {
  /** Indexes of the frames with speech, in order. */
  frames: Int32Array;
  /** The index of the speaker of each of these frames. */
  speakers: Uint8Array;
  /** `speakerDistance` of the two closest speakers; null when there is one speaker. */
  distanceMin: number | null;
}

/** Length of the initial segments of speech: 2 s. Shorter rests than the minimum are ignored. */
const SEGMENT_FRAMES = 2 * FRAME_RATE;
const SEGMENT_FRAMES_MIN = 20;
/** Segments that are clustered at once: clustering is quadratic. */
const BATCH_SEGMENTS = 300;
/** Speakers after the initial clustering: more than take part in most conversations. */
const INITIAL_SPEAKERS = 16;
/** A speaker with less speech than this (1 s), or than this share of all speech, is dropped. */
const SPEAKER_FRAMES_MIN = 60;
const SPEAKER_SHARE_MIN = 0.006;
/** Smallest distance of two speakers. Of the last two it is larger: a second speaker in a monologue is the worst error. */
const DISTANCE_MIN = 0;
const DISTANCE_MIN_OF_TWO = 0.1;
/** Iterations of tracking and re-estimation without a merge after which the speakers are final. */
const STABLE_ROUNDS = 3;

/**
 * Estimates the number of speakers and the speaker of each frame with speech.
 * @param speech must not be empty
 */
export function diarizeFrames(
  features: AcousticFeatures,
  speech: readonly FrameSpan[],
  { minSpeakers, maxSpeakers }: SpeakerLimits,
): FrameLabels {
  const { cepstra } = features;
  const frames = framesOf(speech);
  const all = statisticsOf(cepstra, frames, () => 0)[0] ?? new SpeakerStatistics();
  const recording: Recording = {
    cepstra,
    frames,
    background: all.covariance(),
    least: minSpeakers ?? 1,
    most: maxSpeakers ?? Infinity,
  };
  let speakers = refine(initialSpeakers(recording, speech), recording);
  while (speakers.length > recording.least) {
    const pair = findUnstablePair(features, speech, modelsOf(speakers, recording));
    if (!pair) break;
    speakers = refine(mergePair(speakers, pair), recording);
  }
  return {
    frames,
    speakers: track(speakers, recording),
    distanceMin: smallestDistance(speakers, recording.background),
  };
}

/** What all steps of the diarization of a recording use. */
interface Recording {
  cepstra: Float32Array;
  frames: Int32Array;
  /** Covariance of all speech. */
  background: Float64Array;
  /** Limits of the number of speakers. */
  least: number;
  most: number;
}

function modelsOf(speakers: readonly SpeakerStatistics[], { background }: Recording): SpeakerModel[] {
  return speakers.map((speaker) => new SpeakerModel(speaker, background));
}

function track(speakers: readonly SpeakerStatistics[], recording: Recording): Uint8Array {
  if (speakers.length < 2) return new Uint8Array(recording.frames.length);
  return trackSpeakers(recording.cepstra, recording.frames, modelsOf(speakers, recording));
}

/** Re-estimates the speakers from the tracked frames and merges the closest pair, until all speakers differ. */
function refine(initial: readonly SpeakerStatistics[], recording: Recording): SpeakerStatistics[] {
  let speakers = [...initial];
  for (let stable = 0; stable < STABLE_ROUNDS && speakers.length > 1; stable += 1) {
    const labels = track(speakers, recording);
    const estimated = statisticsOf(recording.cepstra, recording.frames, (index) => labels[index] as number);
    speakers = withoutShort(estimated, recording);
    const clusters = clusterSpeakers(speakers, recording.background, {
      atLeast: Math.max(recording.least, speakers.length - 1),
      atMost: recording.most,
      distanceMin: speakers.length === 2 ? DISTANCE_MIN_OF_TWO : DISTANCE_MIN,
    });
    if (clusters.length < speakers.length) stable = -1;
    speakers = clusters.map((members) =>
      SpeakerStatistics.join(speakers.filter((_, index) => members.includes(index))),
    );
  }
  return speakers;
}

function mergePair(
  speakers: readonly SpeakerStatistics[],
  [one, other]: readonly [number, number],
): SpeakerStatistics[] {
  const both = SpeakerStatistics.join(speakers.filter((_, index) => index === one || index === other));
  return speakers.flatMap((speaker, index) => (index === one ? [] : [index === other ? both : speaker]));
}

function framesOf(speech: readonly FrameSpan[]): Int32Array {
  const frames = new Int32Array(speech.reduce((sum, { from, to }) => sum + to - from, 0));
  let at = 0;
  for (const { from, to } of speech) for (let frame = from; frame < to; frame += 1) frames[at++] = frame;
  return frames;
}

function statisticsOf(
  cepstra: Float32Array,
  frames: Int32Array,
  speakerOf: (index: number) => number,
): SpeakerStatistics[] {
  const statistics: SpeakerStatistics[] = [];
  frames.forEach((frame, index) => {
    const speaker = speakerOf(index);
    (statistics[speaker] ??= new SpeakerStatistics()).add(cepstra, frame * COEFFICIENTS);
  });
  return statistics.filter((one) => one !== undefined);
}

/** Clusters short segments of speech to a few initial speakers: in batches of about 10 minutes first, then all. */
function initialSpeakers(
  { cepstra, background, least }: Recording,
  speech: readonly FrameSpan[],
): SpeakerStatistics[] {
  const atMost = Math.max(INITIAL_SPEAKERS, least);
  const segments = speech.flatMap(splitEvenly).map((segment) => {
    const statistics = new SpeakerStatistics();
    for (let frame = segment.from; frame < segment.to; frame += 1)
      statistics.add(cepstra, frame * COEFFICIENTS);
    return statistics;
  });
  let speakers = segments.filter(({ count }) => count >= SEGMENT_FRAMES_MIN);
  while (speakers.length > atMost) {
    const batches = Array.from({ length: Math.ceil(speakers.length / BATCH_SEGMENTS) }, (_, index) =>
      speakers.slice(index * BATCH_SEGMENTS, (index + 1) * BATCH_SEGMENTS),
    );
    speakers = batches.flatMap((batch) =>
      clusterSpeakers(batch, background, { atMost, atLeast: atMost, distanceMin: Infinity }).map((members) =>
        SpeakerStatistics.join(batch.filter((_, index) => members.includes(index))),
      ),
    );
  }
  return speakers;
}

function splitEvenly({ from, to }: FrameSpan): FrameSpan[] {
  const parts = Math.max(1, Math.round((to - from) / SEGMENT_FRAMES));
  const border = (index: number): number => from + Math.floor(((to - from) * index) / parts);
  return Array.from({ length: parts }, (_, index) => ({ from: border(index), to: border(index + 1) }));
}

/** Drops speakers with little speech, but keeps at least `least` of them. */
function withoutShort(
  speakers: readonly SpeakerStatistics[],
  { frames, least }: Recording,
): SpeakerStatistics[] {
  const byLength = speakers.toSorted((one, other) => other.count - one.count);
  const framesMin = Math.max(SPEAKER_FRAMES_MIN, SPEAKER_SHARE_MIN * frames.length);
  const kept = new Set(byLength.filter(({ count }, index) => count >= framesMin || index < least));
  return speakers.filter((speaker) => kept.has(speaker));
}

function smallestDistance(speakers: readonly SpeakerStatistics[], background: Float64Array): number | null {
  const comparable = speakers.map((speaker) => comparableSpeaker(speaker, background));
  const distances = comparable.flatMap((one, index) =>
    comparable.slice(0, index).map((other) => speakerDistance(one, other, background)),
  );
  return distances.length === 0 ? null : Math.min(...distances);
}
