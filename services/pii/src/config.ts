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

/** The settings that `startPii` reads. */
export interface PiiSettings extends SecretSettings {
  /** Steps of each kind that run at the same time. */
  CONCURRENCY: number;
  /** Threads of the worker pool; each may keep one core busy. */
  PII_THREADS: number;
  /** Parent of the work directories. */
  DATA_DIR: string;
}

const piiSettings = {
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
