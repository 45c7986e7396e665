import { isMainThread } from 'node:worker_threads';
import { textLimits, type RedactedTranscript, type TranscribeOutput } from '@medley/contracts';
import {
  compilePattern,
  depersonalize,
  matchPattern,
  restore,
  TooManyMatches,
  type Depersonalized,
  type DepersonalizeOptions,
  type OwnPattern,
  type OwnSpan,
  type Restored,
} from '@medley/depersonalize';
import { redactTranscript } from '@medley/subtitles';

/** A job of the worker pool. */
export type PiiJob =
  /** `transcript` is the output of the transcribe step whose text this is, as JSON. */
  | { kind: 'depersonalize'; text: string; options: DepersonalizeOptions; transcript?: string }
  | { kind: 'match'; text: string; pattern: OwnPattern }
  | { kind: 'restore'; text: string; mapping: string };

/** The result of each kind of job. */
export interface PiiResults {
  /** Null: own rules find too many places. */
  depersonalize: (Depersonalized & { transcript?: RedactedTranscript }) | null;
  /** Null: the pattern finds too many places. */
  match: OwnSpan[] | null;
  /** Null: the text would exceed the output limit of a step. */
  restore: Restored | null;
}

/** The result of a job. */
export type PiiResult<J extends PiiJob> = PiiResults[J['kind']];

// A thread loads the engine of patterns when it starts: their time limit is for their work.
if (!isMainThread) compilePattern('a');

/** Runs a job on the current thread. */
export function runPiiJob(job: PiiJob): PiiResults[PiiJob['kind']] {
  switch (job.kind) {
    case 'restore':
      return restore(job.text, job.mapping, textLimits.outputTextMax);
    case 'match':
      return orNull(() => matchPattern(job.text, job.pattern));
    case 'depersonalize':
      return orNull(() => depersonalizeText(job));
  }
}

function depersonalizeText({
  text,
  options,
  transcript,
}: Extract<PiiJob, { kind: 'depersonalize' }>): NonNullable<PiiResults['depersonalize']> {
  const result = depersonalize(text, options);
  if (transcript === undefined) return result;
  return {
    ...result,
    transcript: redactTranscript(JSON.parse(transcript) as TranscribeOutput, text, result.entities),
  };
}

function orNull<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof TooManyMatches) return null;
    throw error;
  }
}
