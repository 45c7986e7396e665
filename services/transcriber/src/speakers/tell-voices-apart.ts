import { findUnstablePair } from './find-unstable-pair';
import { followVoices } from './follow-voices';
import { gatherVoices } from './gather-voices';
import { comparableVoice, voiceDifference } from './voice-difference';
import { COEFFICIENTS, FRAME_RATE, type Stretch, type VoiceMeasures } from './voice-measures';
import { VoiceModel } from './voice-model';
import { VoiceStatistics } from './voice-statistics';

export interface SpeakerLimits {
  minSpeakers: number | null;
  maxSpeakers: number | null;
}

export interface VoiceCourse {
  /** Frames with speech, in order. */
  frames: Int32Array;
  /** The index of a voice for each of them. */
  voices: Uint8Array;
  /** How much the two most alike voices differ, as `voiceDifference` says it; null where there is one voice. */
  leastDifference: number | null;
}

/** Speech is first taken in pieces of about this length. */
const PIECE = 2 * FRAME_RATE;
const PIECE_FRAMES_MIN = 20;
/** Pieces that are gathered at a time, which bounds the work on long recordings. */
const PIECES_AT_ONCE = 300;
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
export function tellVoicesApart(
  measures: VoiceMeasures,
  speech: readonly Stretch[],
  { minSpeakers, maxSpeakers }: SpeakerLimits,
): VoiceCourse {
  const { cepstra } = measures;
  const frames = framesOf(speech);
  const all = statisticsOf(cepstra, frames, () => 0)[0] ?? new VoiceStatistics();
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

function modelsOf(voices: readonly VoiceStatistics[], { background }: Scene): VoiceModel[] {
  return voices.map((voice) => new VoiceModel(voice, background));
}

function follow(voices: readonly VoiceStatistics[], scene: Scene): Uint8Array {
  if (voices.length < 2) return new Uint8Array(scene.frames.length);
  return followVoices(scene.cepstra, scene.frames, modelsOf(voices, scene));
}

/** Follow the voices and measure each anew by what was found, and join the most alike, until all differ. */
function settle(start: readonly VoiceStatistics[], scene: Scene): VoiceStatistics[] {
  let voices = [...start];
  for (let quiet = 0; quiet < ROUNDS && voices.length > 1; quiet += 1) {
    const course = follow(voices, scene);
    const measured = statisticsOf(scene.cepstra, scene.frames, (index) => course[index] as number);
    voices = withoutTiny(measured, scene);
    const groups = gatherVoices(voices, scene.background, {
      atLeast: Math.max(scene.least, voices.length - 1),
      atMost: scene.most,
      apart: voices.length === 2 ? LAST_TWO_APART : APART,
    });
    if (groups.length < voices.length) quiet = -1;
    voices = groups.map((members) =>
      VoiceStatistics.join(voices.filter((_, index) => members.includes(index))),
    );
  }
  return voices;
}

function joinTwo(
  voices: readonly VoiceStatistics[],
  [one, other]: readonly [number, number],
): VoiceStatistics[] {
  const both = VoiceStatistics.join(voices.filter((_, index) => index === one || index === other));
  return voices.flatMap((voice, index) => (index === one ? [] : [index === other ? both : voice]));
}

function framesOf(speech: readonly Stretch[]): Int32Array {
  const frames = new Int32Array(speech.reduce((sum, { from, to }) => sum + to - from, 0));
  let at = 0;
  for (const { from, to } of speech) for (let frame = from; frame < to; frame += 1) frames[at++] = frame;
  return frames;
}

function statisticsOf(
  cepstra: Float32Array,
  frames: Int32Array,
  voiceOf: (index: number) => number,
): VoiceStatistics[] {
  const statistics: VoiceStatistics[] = [];
  frames.forEach((frame, index) => {
    const voice = voiceOf(index);
    (statistics[voice] ??= new VoiceStatistics()).add(cepstra, frame * COEFFICIENTS);
  });
  return statistics.filter((one) => one !== undefined);
}

/** Pieces of speech, gathered to a few candidates: within ten minutes first, then over the whole. */
function startVoices({ cepstra, background, least }: Scene, speech: readonly Stretch[]): VoiceStatistics[] {
  const atMost = Math.max(START_VOICES, least);
  const pieces = speech.flatMap(cutEvenly).map((piece) => {
    const statistics = new VoiceStatistics();
    for (let frame = piece.from; frame < piece.to; frame += 1) statistics.add(cepstra, frame * COEFFICIENTS);
    return statistics;
  });
  let voices = pieces.filter(({ count }) => count >= PIECE_FRAMES_MIN);
  while (voices.length > atMost) {
    const chunks = Array.from({ length: Math.ceil(voices.length / PIECES_AT_ONCE) }, (_, index) =>
      voices.slice(index * PIECES_AT_ONCE, (index + 1) * PIECES_AT_ONCE),
    );
    voices = chunks.flatMap((chunk) =>
      gatherVoices(chunk, background, { atMost, atLeast: atMost, apart: Infinity }).map((members) =>
        VoiceStatistics.join(chunk.filter((_, index) => members.includes(index))),
      ),
    );
  }
  return voices;
}

function cutEvenly({ from, to }: Stretch): Stretch[] {
  const parts = Math.max(1, Math.round((to - from) / PIECE));
  const border = (index: number): number => from + Math.floor(((to - from) * index) / parts);
  return Array.from({ length: parts }, (_, index) => ({ from: border(index), to: border(index + 1) }));
}

/** The longest ones stay, if there have to be so many. */
function withoutTiny(voices: readonly VoiceStatistics[], { frames, least }: Scene): VoiceStatistics[] {
  const byLength = voices.toSorted((one, other) => other.count - one.count);
  const enough = Math.max(VOICE_FRAMES_MIN, VOICE_SHARE_MIN * frames.length);
  // Where all are short, the first is kept all the same.
  const kept = new Set(byLength.filter(({ count }, index) => count >= enough || index < least));
  return voices.filter((voice) => kept.has(voice));
}

function leastDifference(voices: readonly VoiceStatistics[], background: Float64Array): number | null {
  const comparable = voices.map((voice) => comparableVoice(voice, background));
  const differences = comparable.flatMap((one, index) =>
    comparable.slice(0, index).map((other) => voiceDifference(one, other, background)),
  );
  return differences.length === 0 ? null : Math.min(...differences);
}
