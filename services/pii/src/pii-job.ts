import { textLimits } from '@medley/contracts';
import {
  depersonalize,
  restore,
  type Depersonalized,
  type DepersonalizeOptions,
  type Restored,
} from '@medley/depersonalize';

/** A job of the worker pool. */
export type PiiJob =
  | { kind: 'depersonalize'; text: string; options: DepersonalizeOptions }
  | { kind: 'restore'; text: string; mapping: string };

/** The result of each kind of job. */
export interface PiiResults {
  depersonalize: Depersonalized;
  /** Null: the text would exceed the output limit of a step. */
  restore: Restored | null;
}

/** The result of a job. */
export type PiiResult<J extends PiiJob> = PiiResults[J['kind']];

/** Runs a job on the current thread. */
export function runPiiJob(job: PiiJob): PiiResults[PiiJob['kind']] {
  return job.kind === 'depersonalize'
    ? depersonalize(job.text, job.options)
    : restore(job.text, job.mapping, textLimits.outputTextMax);
}
