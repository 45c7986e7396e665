import { textLimits } from '@medley/contracts';
import {
  depersonalize,
  restore,
  type Depersonalized,
  type DepersonalizeOptions,
  type Restored,
} from '@medley/depersonalize';

/** One piece of work for the engine, here or in a thread. */
export type EngineJob =
  | { kind: 'depersonalize'; text: string; options: DepersonalizeOptions }
  | { kind: 'restore'; text: string; mapping: string };

export interface EngineResults {
  depersonalize: Depersonalized;
  /** Null: the text would be longer than a step may give. */
  restore: Restored | null;
}

export type EngineResult<J extends EngineJob> = EngineResults[J['kind']];

/** Do a job on the thread one is in. */
export function runEngineJob(job: EngineJob): EngineResults[EngineJob['kind']] {
  return job.kind === 'depersonalize'
    ? depersonalize(job.text, job.options)
    : restore(job.text, job.mapping, textLimits.outputTextMax);
}
