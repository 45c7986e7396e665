import { availableParallelism } from 'node:os';
import {
  blobSettings,
  brokerSettings,
  processSettings,
  secretSettings,
  type BlobSettings,
  type BrokerSettings,
  type ProcessSettings,
  type SecretSettings,
} from '@medley/kit';
import Joi from 'joi';

/** What the pii service itself reads. */
export interface PiiSettings extends SecretSettings {
  /** Steps of each kind in hand at once. */
  CONCURRENCY: number;
  /** Threads that run the engine; each may keep one core busy. */
  PII_THREADS: number;
  /** Work directories go below it. */
  DATA_DIR: string;
}

export const piiSettings = {
  ...secretSettings,
  CONCURRENCY: Joi.number().integer().min(1).max(256).default(8),
  PII_THREADS: Joi.number()
    .integer()
    .min(1)
    .max(64)
    .default(Math.max(1, Math.min(4, availableParallelism() - 1))),
  DATA_DIR: blobSettings.DATA_DIR,
};

export type PiiConfig = ProcessSettings & BrokerSettings & BlobSettings & PiiSettings;

export const piiSchema = Joi.object<PiiConfig>({
  ...processSettings,
  ...brokerSettings,
  ...blobSettings,
  ...piiSettings,
});
