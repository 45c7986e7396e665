import { clusterSpeakers } from './cluster-speakers';
import { detectSpeech } from './detect-speech';
import { extractFeatures } from './extract-features';
import type { SpeakerTurn } from './speaker-turn';
import { COEFFICIENTS, FRAME_RATE, type AcousticFeatures } from './acoustic-features';
import { SpeakerStatistics } from './speaker-statistics';

/** Two labels are one voice only if they are clearly alike; a voice with two names is the lesser evil. */
const ALIKE = -0.15;
/** Of less than this nobody can say whose voice it is. */
const FRAMES_MIN = 1.5 * FRAME_RATE;

interface Labelled {
  chunk: number;
  label: string;
  voice: SpeakerStatistics;
}

/**
 * For each chunk, a label that is good for the whole recording for each label of the chunk. Labels of one chunk never
 * become one: who gave them heard two voices. It takes seconds and blocks: for threads.
 */
export function linkSpeakersSync(
  wavPath: string,
  turnsByChunk: readonly (readonly SpeakerTurn[])[],
): ReadonlyMap<string, string>[] {
  const measures = extractFeatures(wavPath);
  const isSpeech = new Uint8Array(measures.frames);
  for (const { from, to } of detectSpeech(measures)) isSpeech.fill(1, from, to);
  const voices = turnsByChunk.flatMap((turns, chunk) => {
    const labels = [...new Set(turns.map(({ speaker }) => speaker))];
    return labels.map((label): Labelled => {
      const own = turns.filter(({ speaker }) => speaker === label);
      return { chunk, label, voice: voiceOf(measures, own, isSpeech) };
    });
  });
  const linked = turnsByChunk.map(() => new Map<string, string>());
  groupsOf(voices).forEach((members, index) => {
    for (const { chunk, label } of members) linked[chunk]?.set(label, `voice ${index + 1}`);
  });
  return linked;
}

function groupsOf(voices: readonly Labelled[]): Labelled[][] {
  const known = voices.filter(({ voice }) => voice.count >= FRAMES_MIN);
  const unknown = voices.filter((one) => !known.includes(one)).map((one) => [one]);
  if (known.length === 0) return unknown;
  const background = SpeakerStatistics.join(known.map(({ voice }) => voice)).covariance();
  const groups = clusterSpeakers(
    known.map(({ voice }) => voice),
    background,
    {
      atLeast: 1,
      atMost: Infinity,
      apart: ALIKE,
      mayJoin: (one, other) => known[one]?.chunk !== known[other]?.chunk,
    },
  );
  const linked = groups.map((members) => known.filter((_, index) => members.includes(index)));
  return [...linked, ...unknown];
}

function voiceOf(
  { cepstra, frames }: AcousticFeatures,
  turns: readonly SpeakerTurn[],
  isSpeech: Uint8Array,
): SpeakerStatistics {
  const voice = new SpeakerStatistics();
  for (const { start, end } of turns) {
    const last = Math.min(frames, Math.floor(end * FRAME_RATE));
    for (let frame = Math.max(0, Math.floor(start * FRAME_RATE)); frame < last; frame += 1)
      if (isSpeech[frame] === 1) voice.add(cepstra, frame * COEFFICIENTS);
  }
  return voice;
}
