import type { BlobStore } from '@medley/blobs';
import type { Broker } from '@medley/broker';
import type { Logger } from '@medley/kit';
import type { Stores } from '@medley/store';
import type { Counter } from 'prom-client';
import type { Rules } from './domain/rules';
import type { FailureCounts } from './postpone-failing';
import type { QueueProgress } from './queue-progress';
import type { RecentTasks } from './recent-tasks';
import type { Settler } from './settle-in-batches';

/** What the orchestrator stands on. */
export interface Ports {
  broker: Broker;
  stores: Stores;
  blobs: BlobStore;
}

/** The ports plus what is made of them once: everything a move of a task needs. */
export interface Engine extends Ports {
  rules: Rules;
  /** Ended tasks older than this are removed. */
  retentionMs: number;
  logger: Logger;
  settler: Settler;
  recent: RecentTasks;
  /** Reports that name files of other attempts. */
  forgedReports: Counter;
  progress: QueueProgress;
  failures: FailureCounts;
  /** Due tasks put off because their handling failed. */
  postponed: Counter;
}
