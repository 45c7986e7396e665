import { diarize } from './diarize';
import { findSpeech } from './find-speech';
import { linkVoices } from './link-voices';
import { measureVoice } from './measure-voice';
import type { SeparatedSpeakers, SpeakerTurn } from './speaker-turn';
import type { SpeakerLimits } from './tell-voices-apart';
import type { Stretch } from './voice-measures';

export interface SpeakersResults {
  separate: SeparatedSpeakers;
  link: ReadonlyMap<string, string>[];
  speech: Stretch[];
}

export type SpeakersJob =
  | { kind: 'separate'; wavPath: string; limits: SpeakerLimits }
  | { kind: 'link'; wavPath: string; turnsByPiece: readonly (readonly SpeakerTurn[])[] }
  | { kind: 'speech'; wavPath: string };

/** Do a job here and now: up to seconds of work. */
export function runSpeakersJob(job: SpeakersJob): SpeakersResults[SpeakersJob['kind']] {
  switch (job.kind) {
    case 'separate':
      return diarize(job.wavPath, job.limits);
    case 'link':
      return linkVoices(job.wavPath, job.turnsByPiece);
    case 'speech':
      return findSpeech(measureVoice(job.wavPath));
  }
}
