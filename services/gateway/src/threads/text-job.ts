import type { RestoreOutput, TranscribeOutput } from '@medley/contracts';
import { restore } from '@medley/depersonalize';
import { writeTranscript, type SubtitleFormat } from '../transcripts/write-transcript';

/** Work on a text that takes too long for the event loop. */
export type TextJob =
  | { kind: 'restore'; text: string; mapping: string; lengthMax: number }
  /** `transcript` is the output of a transcribe step as JSON. */
  | { kind: 'subtitles'; transcript: string; format: SubtitleFormat };

export interface TextResults {
  /** Null: it would be longer than `lengthMax` UTF-16 units. */
  restore: RestoreOutput | null;
  subtitles: { type: string; text: string };
}

/** Do a job on the thread one is in. */
export function runTextJob(job: TextJob): TextResults[TextJob['kind']] {
  return job.kind === 'restore'
    ? restore(job.text, job.mapping, job.lengthMax)
    : writeTranscript[job.format](JSON.parse(job.transcript) as TranscribeOutput);
}
