import {
  blobSettings,
  brokerSettings,
  outboundSettings,
  processSettings,
  type BlobSettings,
  type BrokerSettings,
  type OutboundSettings,
  type ProcessSettings,
} from '@medley/kit';
import Joi from 'joi';

const GIB = 1024 ** 3;

/** What the fetcher itself reads; the connections are made outside of it. */
export interface FetcherSettings {
  /** Fetches at once. */
  CONCURRENCY: number;
  /** The largest media that is taken, in bytes, on the wire and decoded. */
  MAX_MEDIA_BYTES: number;
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
  CONCURRENCY: Joi.number().integer().min(1).max(100).default(4),
  MAX_MEDIA_BYTES: Joi.number()
    .integer()
    .min(1)
    .default(2 * GIB),
});
