import Joi from 'joi';
import { stepKinds, type StepKind } from '@medley/contracts';
import {
  blobSettings,
  brokerSettings,
  commaList,
  processSettings,
  secretSettings,
  storeSettings,
  type BlobSettings,
  type BrokerSettings,
  type ProcessSettings,
  type SecretSettings,
  type StoreSettings,
} from '@medley/kit';

/** Settings of the orchestrator alone. */
export interface OrchestratorSettings {
  /** Seconds before attempt 2, 3, … of a step. */
  STEP_RETRY_DELAYS_S: number[];
  /** Kinds that may have no worker, because they are scaled to zero. */
  ASSUME_STEPS: StepKind[];
  /** Messages handled concurrently (prefetch). */
  ORCHESTRATOR_CONCURRENCY: number;
  /** Interval of the task timer. */
  ORCHESTRATOR_TICK_MS: number;
  /** Retention of ended tasks, in days. */
  TASK_RETENTION_DAYS: number;
  /** Retention of ledger entries, in days; absent: for ever. */
  LEDGER_RETENTION_DAYS?: number;
  /** JSON file of prices that override the built-in ones. */
  PRICES_FILE?: string;
}

const orchestratorSettings = {
  STEP_RETRY_DELAYS_S: commaList(Joi.number().min(0).max(86_400)).default([2, 10, 60]),
  ASSUME_STEPS: commaList(Joi.valid(...stepKinds)).default([]),
  ORCHESTRATOR_CONCURRENCY: Joi.number().integer().min(1).max(1_000).default(64),
  ORCHESTRATOR_TICK_MS: Joi.number().integer().min(10).max(60_000).default(1_000),
  TASK_RETENTION_DAYS: Joi.number().integer().min(1).max(36_500).default(90),
  LEDGER_RETENTION_DAYS: Joi.number().integer().min(90).max(36_500),
  PRICES_FILE: Joi.string(),
};

export type OrchestratorConfig = ProcessSettings &
  BrokerSettings &
  StoreSettings &
  BlobSettings &
  SecretSettings &
  OrchestratorSettings;

export const orchestratorSchema = Joi.object<OrchestratorConfig>({
  ...processSettings,
  ...brokerSettings,
  ...storeSettings,
  ...blobSettings,
  ...secretSettings,
  ...orchestratorSettings,
});
