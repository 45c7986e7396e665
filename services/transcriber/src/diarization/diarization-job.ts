import type { FrameSpan } from './acoustic-features';
import { detectSpeech } from './detect-speech';
import { diarize } from './diarize';
import type { SpeakerLimits } from './diarize-frames';
import { extractFeatures } from './extract-features';
import { linkSpeakers } from './link-speakers';
import type { Diarization, SpeakerTurn } from './speaker-turn';

/** A job of the diarization pool; `wavPath` names prepared audio. */
export type DiarizationJob =
  | { kind: 'diarize'; wavPath: string; limits: SpeakerLimits }
  | { kind: 'link-speakers'; wavPath: string; turnsByChunk: readonly (readonly SpeakerTurn[])[] }
  | { kind: 'detect-speech'; wavPath: string };

interface DiarizationResults {
  diarize: Diarization;
  'link-speakers': ReadonlyMap<string, string>[];
  'detect-speech': FrameSpan[];
}

export type DiarizationResult<J extends DiarizationJob> = DiarizationResults[J['kind']];

/**
 * Runs a job on the current thread. It blocks: up to 30 s per hour of audio.
 * @public called by name in a worker thread
 */
export function runDiarizationJob(job: DiarizationJob): DiarizationResult<DiarizationJob> {
  switch (job.kind) {
    case 'diarize':
      return diarize(job.wavPath, job.limits);
    case 'link-speakers':
      return linkSpeakers(job.wavPath, job.turnsByChunk);
    case 'detect-speech':
      return detectSpeech(extractFeatures(job.wavPath));
  }
}
