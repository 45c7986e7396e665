import Joi from 'joi';
import {
  blobSettings,
  brokerSettings,
  processSettings,
  secretSettings,
  storeSettings,
  type BlobSettings,
  type ProcessSettings,
} from '@medley/kit';

/** What the all-in-one start itself reads; each service reads its own settings besides. */
export interface StartSettings extends ProcessSettings, BlobSettings {
  /** Absent: the broker inside this process. */
  AMQP_URL?: string;
  AMQP_PREFIX: string;
  /** Absent: the embedded engine in a child process. */
  MONGO_URL?: string;
  /** Absent: made once and kept in DATA_DIR. */
  MASTER_KEY?: string;
}

export const startSchema = Joi.object<StartSettings>({
  ...processSettings,
  ...blobSettings,
  LOG_LEVEL: processSettings.LOG_LEVEL.default('warn'),
  LOG_FORMAT: processSettings.LOG_FORMAT.default('text'),
  AMQP_URL: brokerSettings.AMQP_URL.optional(),
  AMQP_PREFIX: brokerSettings.AMQP_PREFIX,
  MONGO_URL: storeSettings.MONGO_URL.optional(),
  MASTER_KEY: secretSettings.MASTER_KEY.optional(),
});

/** Only this machine's own addresses are reachable besides the public ones: what a person tries things out with. */
export const EMBEDDED_OUTBOUND_ALLOW = '127.0.0.0/8';
