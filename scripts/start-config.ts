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

/** What the all-in-one start itself reads; each service reads its own settings besides. */
export interface StartSettings extends ProcessSettings, BlobSettings {
  /** Absent: the broker inside this process. */
  AMQP_URL?: string;
  AMQP_PREFIX: string;
  /** Absent: the embedded engine in a child process. */
  MONGO_URL?: string;
  /** Absent: made once and kept in DATA_DIR. */
  MASTER_KEY?: string;
  /** Where the API is bound to. */
  HOST: string;
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
  HOST: gatewaySchema.extract('HOST'),
});

/** What a person tries things out with. It is safe only while nobody else can reach the API. */
export const loopbackDefaults: Readonly<Record<string, string>> = {
  // Besides public addresses this machine's own servers can be sources and receivers.
  OUTBOUND_ALLOW: '127.0.0.0/8',
  // So that it runs where nothing is installed; the log and health say so.
  ALLOW_BUNDLED_FFMPEG: 'true',
};

/** The settings that `npm start` gives to the services when they are not set; HOST decides how trusting they are. */
export function startDefaults(host: string): Readonly<Record<string, string>> {
  return isLoopbackHost(host) ? loopbackDefaults : {};
}
