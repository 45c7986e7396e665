import {
  blobSettings,
  brokerSettings,
  outboundSettings,
  processSettings,
  secretSettings,
  type BlobSettings,
  type BrokerSettings,
  type OutboundSettings,
  type ProcessSettings,
  type SecretSettings,
} from '@medley/kit';
import Joi from 'joi';

const GIB = 1024 ** 3;

/** The settings that `startFetcher` reads. */
export interface FetcherSettings extends SecretSettings {
  /** Fetches that run at the same time. */
  CONCURRENCY: number;
  /** Limit of the media in bytes, as sent and after decoding. */
  MAX_MEDIA_BYTES: number;
  /** Parent of the work directories. */
  DATA_DIR: string;
}

export type FetcherConfig = FetcherSettings &
  ProcessSettings &
  BrokerSettings &
  BlobSettings &
  OutboundSettings;

export const fetcherSchema = Joi.object<FetcherConfig>({
  ...processSettings,
  ...brokerSettings,
  ...blobSettings,
  ...outboundSettings,
  ...secretSettings,
  CONCURRENCY: Joi.number().integer().min(1).max(100).default(4),
  MAX_MEDIA_BYTES: Joi.number()
    .integer()
    .min(1)
    .default(2 * GIB),
});
