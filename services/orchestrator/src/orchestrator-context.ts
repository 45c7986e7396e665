import type { BlobStore } from '@medley/blobs';
import type { Broker } from '@medley/broker';
import type { Logger } from '@medley/kit';
import type { Stores } from '@medley/store';
import type { Counter } from 'prom-client';
import type { FailureCounts } from './failure-counts';
import type { Hearing } from './hearing';
import type { QueueProgress } from './queue-progress';
import type { TaskCache } from './task-cache';
import type { Turns } from './turns';
import type { TriggerJoiner } from './trigger-joiner';
import type { Task } from '@medley/contracts';
import type { Rules, TaskMetrics, TaskTrigger } from '@medley/state-machine';
import type { Settler } from './create-settler';

/** Connections that the orchestrator is started with. */
export interface OrchestratorDependencies {
  broker: Broker;
  stores: Stores;
  blobs: BlobStore;
}

/** A trigger with the task it is for: its id, or the task as it has just been read. */
interface TriggerEntry {
  known: string | Task;
  trigger: TaskTrigger;
}

/** The task after triggers were stored (null: unknown), and the messages and side effects that follow, which never reject. */
export interface AppliedTriggers {
  task: Task | null;
  effects?: Promise<void>;
}

/** The dependencies and the state shared by all handlers of a process. */
export interface OrchestratorContext extends OrchestratorDependencies {
  rules: Rules;
  /** Ended tasks older than this are deleted, ledger entries added to opening balances; null: never. */
  retention: { tasksMs: number; ledgerMs: number | null };
  logger: Logger;
  settler: Settler;
  cache: TaskCache;
  turns: Turns;
  /** Joins triggers of the same task. */
  joiner: TriggerJoiner<TriggerEntry, AppliedTriggers>;
  metrics: TaskMetrics;
  /** Counts reports that name files of other attempts. */
  forgedReports: Counter;
  /** Counts dead letters as they arrive. */
  deadLetters: Counter<'queue' | 'reason'>;
  progress: QueueProgress;
  hearing: Hearing;
  failures: FailureCounts;
  /** Counts due tasks that were postponed because their handling failed. */
  postponed: Counter;
}
