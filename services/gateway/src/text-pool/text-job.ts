import type { RestoreOutput, TranscribeOutput } from '@medley/contracts';
import { restore } from '@medley/depersonalize';
import { transcriptWriters, type SubtitleFormat } from '@medley/subtitles';

/** Work on a text that would block the event loop for too long. */
export type TextJob =
  | { kind: 'restore'; text: string; mapping: string; lengthMax: number }
  /** `transcript` is the output of a transcribe step as JSON. */
  | { kind: 'subtitles'; transcript: string; format: SubtitleFormat };

export interface TextResults {
  /** Null when the restored text would be longer than `lengthMax` UTF-16 units. */
  restore: RestoreOutput | null;
  subtitles: { type: string; text: string };
}

/**
 * Run a job in the current thread.
 * @public called by name in a worker thread
 */
export function runTextJob(job: TextJob): TextResults[TextJob['kind']] {
  return job.kind === 'restore'
    ? restore(job.text, job.mapping, job.lengthMax)
    : transcriptWriters[job.format](JSON.parse(job.transcript) as TranscribeOutput);
}
