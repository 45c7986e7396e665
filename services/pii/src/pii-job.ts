import { textLimits, type RedactedTranscript, type TranscribeOutput } from '@medley/contracts';
import {
  depersonalize,
  restore,
  type Depersonalized,
  type DepersonalizeOptions,
  type Restored,
} from '@medley/depersonalize';
import { redactTranscript } from '@medley/subtitles';

/** A job of the worker pool. */
export type PiiJob =
  /** `transcript` is the output of the transcribe step whose text this is, as JSON. */
  | { kind: 'depersonalize'; text: string; options: DepersonalizeOptions; transcript?: string }
  | { kind: 'restore'; text: string; mapping: string };

/** The result of each kind of job. */
export interface PiiResults {
  depersonalize: Depersonalized & { transcript?: RedactedTranscript };
  /** Null: the text would exceed the output limit of a step. */
  restore: Restored | null;
}

/** The result of a job. */
export type PiiResult<J extends PiiJob> = PiiResults[J['kind']];

/** Runs a job on the current thread. */
export function runPiiJob(job: PiiJob): PiiResults[PiiJob['kind']] {
  if (job.kind === 'restore') return restore(job.text, job.mapping, textLimits.outputTextMax);
  const result = depersonalize(job.text, job.options);
  if (job.transcript === undefined) return result;
  const transcript = JSON.parse(job.transcript) as TranscribeOutput;
  return { ...result, transcript: redactTranscript(transcript, job.text, result.entities) };
}
