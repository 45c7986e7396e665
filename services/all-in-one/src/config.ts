import Joi from 'joi';
import { gatewaySchema } from '@medley/gateway';
import {
  blobSettings,
  brokerSettings,
  isLoopbackHost,
  processSettings,
  secretSettings,
  storeSettings,
  type BlobSettings,
  type ProcessSettings,
} from '@medley/kit';

/** Settings of the one process; each service also reads its own. */
export interface AllInOneSettings extends ProcessSettings, BlobSettings {
  /** Absent: the broker inside this process. */
  AMQP_URL?: string;
  AMQP_PREFIX: string;
  /** Absent: the embedded engine in a child process. */
  MONGO_URL?: string;
  /** Absent: generated once and kept in DATA_DIR. */
  MASTER_KEY?: string;
  /** The key before, while the master key is being rotated; absent: with `MASTER_KEY` none, else that of DATA_DIR. */
  MASTER_KEY_PREVIOUS?: string;
  /** Absent: generated once and kept in DATA_DIR. */
  OPERATOR_KEY?: string;
  /** Where the API is bound to. */
  HOST: string;
}

export const allInOneSchema = Joi.object<AllInOneSettings>({
  ...processSettings,
  ...blobSettings,
  LOG_LEVEL: processSettings.LOG_LEVEL.default('warn'),
  LOG_FORMAT: processSettings.LOG_FORMAT.default('text'),
  AMQP_URL: brokerSettings.AMQP_URL.optional(),
  AMQP_PREFIX: brokerSettings.AMQP_PREFIX,
  MONGO_URL: storeSettings.MONGO_URL.optional(),
  MASTER_KEY: secretSettings.MASTER_KEY.optional(),
  MASTER_KEY_PREVIOUS: secretSettings.MASTER_KEY_PREVIOUS,
  OPERATOR_KEY: gatewaySchema.extract('OPERATOR_KEY'),
  HOST: gatewaySchema.extract('HOST'),
});

/** Defaults for trying Medley out; safe only while no other machine can reach the API. */
export const loopbackDefaults: Readonly<Record<string, string>> = {
  // Servers of this machine may be sources and receivers too.
  OUTBOUND_ALLOW: '127.0.0.0/8',
  // It must run where no ffmpeg is installed; the log and `/health` warn of it.
  ALLOW_BUNDLED_FFMPEG: 'true',
};

/** Defaults that apply when all services run in one process whose API is bound to `host`. */
export function defaultsFor(host: string): Readonly<Record<string, string>> {
  return isLoopbackHost(host) ? loopbackDefaults : {};
}
