import { findUnstablePair } from './find-unstable-pair';
import { trackSpeakers } from './track-speakers';
import { clusterSpeakers } from './cluster-speakers';
import { comparableSpeaker, speakerDistance } from './speaker-distance';
import { COEFFICIENTS, FRAME_RATE, type FrameSpan, type AcousticFeatures } from './acoustic-features';
import { SpeakerModel } from './speaker-model';
import { SpeakerStatistics } from './speaker-statistics';

export interface SpeakerLimits {
  minSpeakers: number | null;
  maxSpeakers: number | null;
}

export interface FrameLabels {
  /** Frames with speech, in order. */
  frames: Int32Array;
  /** The index of a voice for each of them. */
  voices: Uint8Array;
  /** How much the two most alike voices differ, as `speakerDistance` says it; null where there is one voice. */
  leastDifference: number | null;
}

/** Speech is first taken in segments of about this length. */
const SEGMENT_FRAMES = 2 * FRAME_RATE;
const SEGMENT_FRAMES_MIN = 20;
/** Segments that are gathered at a time, which bounds the work on long recordings. */
const BATCH_SEGMENTS = 300;
/** Voices to begin with; there are hardly more at one table. */
const START_VOICES = 16;
/** A voice that is heard for less than a second, or than this share of a long recording, is none of its own. */
const VOICE_FRAMES_MIN = 60;
const VOICE_SHARE_MIN = 0.006;
/** A second person in a monologue is the worst mistake: the last two voices have to differ by more than the criterion asks. */
const APART = 0;
const LAST_TWO_APART = 0.1;
/** Rounds of following and measuring anew once no two voices are alike. */
const ROUNDS = 3;

/** How many voices there are and which one speaks when. Ask only where there is speech. */
export function diarizeFrames(
  measures: AcousticFeatures,
  speech: readonly FrameSpan[],
  { minSpeakers, maxSpeakers }: SpeakerLimits,
): FrameLabels {
  const { cepstra } = measures;
  const frames = framesOf(speech);
  const all = statisticsOf(cepstra, frames, () => 0)[0] ?? new SpeakerStatistics();
  const scene: Scene = {
    cepstra,
    frames,
    background: all.covariance(),
    least: minSpeakers ?? 1,
    most: maxSpeakers ?? Infinity,
  };
  let voices = settle(startVoices(scene, speech), scene);
  while (voices.length > scene.least) {
    const pair = findUnstablePair(measures, speech, modelsOf(voices, scene));
    if (!pair) break;
    voices = settle(joinTwo(voices, pair), scene);
  }
  return {
    frames,
    voices: follow(voices, scene),
    leastDifference: leastDifference(voices, scene.background),
  };
}

interface Scene {
  cepstra: Float32Array;
  frames: Int32Array;
  background: Float64Array;
  least: number;
  most: number;
}

function modelsOf(voices: readonly SpeakerStatistics[], { background }: Scene): SpeakerModel[] {
  return voices.map((voice) => new SpeakerModel(voice, background));
}

function follow(voices: readonly SpeakerStatistics[], scene: Scene): Uint8Array {
  if (voices.length < 2) return new Uint8Array(scene.frames.length);
  return trackSpeakers(scene.cepstra, scene.frames, modelsOf(voices, scene));
}

/** Follow the voices and measure each anew by what was found, and join the most alike, until all differ. */
function settle(start: readonly SpeakerStatistics[], scene: Scene): SpeakerStatistics[] {
  let voices = [...start];
  for (let quiet = 0; quiet < ROUNDS && voices.length > 1; quiet += 1) {
    const course = follow(voices, scene);
    const measured = statisticsOf(scene.cepstra, scene.frames, (index) => course[index] as number);
    voices = withoutTiny(measured, scene);
    const groups = clusterSpeakers(voices, scene.background, {
      atLeast: Math.max(scene.least, voices.length - 1),
      atMost: scene.most,
      apart: voices.length === 2 ? LAST_TWO_APART : APART,
    });
    if (groups.length < voices.length) quiet = -1;
    voices = groups.map((members) =>
      SpeakerStatistics.join(voices.filter((_, index) => members.includes(index))),
    );
  }
  return voices;
}

function joinTwo(
  voices: readonly SpeakerStatistics[],
  [one, other]: readonly [number, number],
): SpeakerStatistics[] {
  const both = SpeakerStatistics.join(voices.filter((_, index) => index === one || index === other));
  return voices.flatMap((voice, index) => (index === one ? [] : [index === other ? both : voice]));
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
  voiceOf: (index: number) => number,
): SpeakerStatistics[] {
  const statistics: SpeakerStatistics[] = [];
  frames.forEach((frame, index) => {
    const voice = voiceOf(index);
    (statistics[voice] ??= new SpeakerStatistics()).add(cepstra, frame * COEFFICIENTS);
  });
  return statistics.filter((one) => one !== undefined);
}

/** Segments of speech, gathered to a few candidates: within ten minutes first, then over the whole. */
function startVoices(
  { cepstra, background, least }: Scene,
  speech: readonly FrameSpan[],
): SpeakerStatistics[] {
  const atMost = Math.max(START_VOICES, least);
  const segments = speech.flatMap(cutEvenly).map((segment) => {
    const statistics = new SpeakerStatistics();
    for (let frame = segment.from; frame < segment.to; frame += 1)
      statistics.add(cepstra, frame * COEFFICIENTS);
    return statistics;
  });
  let voices = segments.filter(({ count }) => count >= SEGMENT_FRAMES_MIN);
  while (voices.length > atMost) {
    const batches = Array.from({ length: Math.ceil(voices.length / BATCH_SEGMENTS) }, (_, index) =>
      voices.slice(index * BATCH_SEGMENTS, (index + 1) * BATCH_SEGMENTS),
    );
    voices = batches.flatMap((batch) =>
      clusterSpeakers(batch, background, { atMost, atLeast: atMost, apart: Infinity }).map((members) =>
        SpeakerStatistics.join(batch.filter((_, index) => members.includes(index))),
      ),
    );
  }
  return voices;
}

function cutEvenly({ from, to }: FrameSpan): FrameSpan[] {
  const parts = Math.max(1, Math.round((to - from) / SEGMENT_FRAMES));
  const border = (index: number): number => from + Math.floor(((to - from) * index) / parts);
  return Array.from({ length: parts }, (_, index) => ({ from: border(index), to: border(index + 1) }));
}

/** The longest ones stay, if there have to be so many. */
function withoutTiny(voices: readonly SpeakerStatistics[], { frames, least }: Scene): SpeakerStatistics[] {
  const byLength = voices.toSorted((one, other) => other.count - one.count);
  const enough = Math.max(VOICE_FRAMES_MIN, VOICE_SHARE_MIN * frames.length);
  // Where all are short, the first is kept all the same.
  const kept = new Set(byLength.filter(({ count }, index) => count >= enough || index < least));
  return voices.filter((voice) => kept.has(voice));
}

function leastDifference(voices: readonly SpeakerStatistics[], background: Float64Array): number | null {
  const comparable = voices.map((voice) => comparableSpeaker(voice, background));
  const differences = comparable.flatMap((one, index) =>
    comparable.slice(0, index).map((other) => speakerDistance(one, other, background)),
  );
  return differences.length === 0 ? null : Math.min(...differences);
}
