import { diarizeSync } from './diarize-sync';
import { detectSpeech } from './detect-speech';
import { linkSpeakersSync } from './link-speakers-sync';
import { extractFeatures } from './extract-features';
import type { Diarization, SpeakerTurn } from './speaker-turn';
import type { SpeakerLimits } from './diarize-frames';
import type { FrameSpan } from './acoustic-features';

export interface DiarizationResults {
  separate: Diarization;
  link: ReadonlyMap<string, string>[];
  speech: FrameSpan[];
}

export type DiarizationJob =
  | { kind: 'separate'; wavPath: string; limits: SpeakerLimits }
  | { kind: 'link'; wavPath: string; turnsByChunk: readonly (readonly SpeakerTurn[])[] }
  | { kind: 'speech'; wavPath: string };

/** Do a job here and now: up to seconds of work. */
export function runDiarizationJob(job: DiarizationJob): DiarizationResults[DiarizationJob['kind']] {
  switch (job.kind) {
    case 'separate':
      return diarizeSync(job.wavPath, job.limits);
    case 'link':
      return linkSpeakersSync(job.wavPath, job.turnsByChunk);
    case 'speech':
      return detectSpeech(extractFeatures(job.wavPath));
  }
}
