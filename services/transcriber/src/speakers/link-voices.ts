import { gatherVoices } from './gather-voices';
import { findSpeech } from './find-speech';
import { measureVoice } from './measure-voice';
import type { SpeakerTurn } from './speaker-turn';
import { COEFFICIENTS, FRAME_RATE, type VoiceMeasures } from './voice-measures';
import { VoiceStatistics } from './voice-statistics';

/** Two labels are one voice only if they are clearly alike; a voice with two names is the lesser evil. */
const ALIKE = -0.15;
/** Of less than this nobody can say whose voice it is. */
const FRAMES_MIN = 1.5 * FRAME_RATE;

interface Labelled {
  piece: number;
  label: string;
  voice: VoiceStatistics;
}

/**
 * For each piece, a label that is good for the whole recording for each label of the piece. Labels of one piece never
 * become one: who gave them heard two voices. It takes seconds and blocks: for threads.
 */
export function linkVoices(
  wavPath: string,
  turnsByPiece: readonly (readonly SpeakerTurn[])[],
): ReadonlyMap<string, string>[] {
  const measures = measureVoice(wavPath);
  const isSpeech = new Uint8Array(measures.frames);
  for (const { from, to } of findSpeech(measures)) isSpeech.fill(1, from, to);
  const voices = turnsByPiece.flatMap((turns, piece) => {
    const labels = [...new Set(turns.map(({ speaker }) => speaker))];
    return labels.map((label): Labelled => {
      const own = turns.filter(({ speaker }) => speaker === label);
      return { piece, label, voice: voiceOf(measures, own, isSpeech) };
    });
  });
  const linked = turnsByPiece.map(() => new Map<string, string>());
  groupsOf(voices).forEach((members, index) => {
    for (const { piece, label } of members) linked[piece]?.set(label, `voice ${index + 1}`);
  });
  return linked;
}

function groupsOf(voices: readonly Labelled[]): Labelled[][] {
  const known = voices.filter(({ voice }) => voice.count >= FRAMES_MIN);
  const unknown = voices.filter((one) => !known.includes(one)).map((one) => [one]);
  if (known.length === 0) return unknown;
  const background = VoiceStatistics.join(known.map(({ voice }) => voice)).covariance();
  const groups = gatherVoices(
    known.map(({ voice }) => voice),
    background,
    {
      atLeast: 1,
      atMost: Infinity,
      apart: ALIKE,
      mayJoin: (one, other) => known[one]?.piece !== known[other]?.piece,
    },
  );
  const linked = groups.map((members) => known.filter((_, index) => members.includes(index)));
  return [...linked, ...unknown];
}

function voiceOf(
  { cepstra, frames }: VoiceMeasures,
  turns: readonly SpeakerTurn[],
  isSpeech: Uint8Array,
): VoiceStatistics {
  const voice = new VoiceStatistics();
  for (const { start, end } of turns) {
    const last = Math.min(frames, Math.floor(end * FRAME_RATE));
    for (let frame = Math.max(0, Math.floor(start * FRAME_RATE)); frame < last; frame += 1)
      if (isSpeech[frame] === 1) voice.add(cepstra, frame * COEFFICIENTS);
  }
  return voice;
}
