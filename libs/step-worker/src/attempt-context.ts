import type { BlobStore } from '@medley/blobs';
import type { Broker } from '@medley/broker';
import type { StepKind } from '@medley/contracts';
import type { Logger, SlotWatchdog } from '@medley/kit';
import type { StepHandler } from './step-handler';
import type { StepMetrics } from './step-metrics';

/** The dependencies and settings that all attempts of one kind share. */
export interface AttemptContext<K extends StepKind> {
  kind: K;
  handler: StepHandler<K>;
  timeLimitMs: number;
  workDir: string;
  broker: Broker;
  blobs: BlobStore;
  logger: Logger;
  metrics: StepMetrics;
  watchdog: SlotWatchdog;
}
