import type { StepKind } from '@medley/contracts';
import { AttemptClock } from './attempt-clock';
import type { StepRunner } from './step-runner';
import { Units } from './units';

/** What the workers of a process share: pass the same one to those whose steps may run in one unit. */
export class StepWorkerGroup {
  readonly clock = new AttemptClock();
  readonly units = new Units();
  readonly runners = new Map<StepKind, StepRunner>();
}
