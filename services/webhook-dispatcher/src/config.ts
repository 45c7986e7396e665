import {
  blobSettings,
  brokerSettings,
  commaList,
  outboundSettings,
  processSettings,
  secretSettings,
  storeSettings,
  type BlobSettings,
  type BrokerSettings,
  type OutboundSettings,
  type ProcessSettings,
  type SecretSettings,
  type StoreSettings,
} from '@medley/kit';
import Joi from 'joi';

/** The settings that only the dispatcher reads. */
export interface WebhookDispatcherSettings extends SecretSettings {
  /** Seconds before attempt 2, 3, … after the end of the one before. */
  WEBHOOK_RETRY_DELAYS_S: number[];
  /** Interval of polling the database for due deliveries. */
  WEBHOOK_POLL_MS: number;
  /** Milliseconds a receiver has, from the start of an attempt to its status line and headers. */
  WEBHOOK_TIMEOUT_MS: number;
  /** Attempts in flight at once: in all, to one host and to one address. */
  WEBHOOK_CONCURRENCY: number;
  WEBHOOK_HOST_CONCURRENCY: number;
  WEBHOOK_RECEIVER_CONCURRENCY: number;
}

export const webhookDispatcherSettings = {
  ...secretSettings,
  WEBHOOK_RETRY_DELAYS_S: commaList(Joi.number().min(0).max(86_400)).default([5, 25, 125]),
  WEBHOOK_POLL_MS: Joi.number().integer().min(10).max(10_000).default(250),
  WEBHOOK_TIMEOUT_MS: Joi.number().integer().min(100).max(10_000).default(10_000),
  WEBHOOK_CONCURRENCY: Joi.number().integer().min(2).max(10_000).default(200),
  WEBHOOK_HOST_CONCURRENCY: Joi.number().integer().min(1).max(1_000).default(20),
  WEBHOOK_RECEIVER_CONCURRENCY: Joi.number().integer().min(1).max(1_000).default(5),
};

export type WebhookDispatcherConfig = ProcessSettings &
  BrokerSettings &
  StoreSettings &
  BlobSettings &
  OutboundSettings &
  WebhookDispatcherSettings & {
    /** Where clients reach the gateway: the links to files in webhooks begin with it. */
    PUBLIC_URL: string;
  };

export const webhookDispatcherSchema = Joi.object<WebhookDispatcherConfig>({
  ...processSettings,
  ...brokerSettings,
  ...storeSettings,
  ...blobSettings,
  ...outboundSettings,
  ...webhookDispatcherSettings,
  PUBLIC_URL: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .default('http://127.0.0.1:8080'),
});
