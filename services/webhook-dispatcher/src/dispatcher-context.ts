import type { BlobStore } from '@medley/blobs';
import type { Broker } from '@medley/broker';
import type { Logger } from '@medley/kit';
import type { Outbound } from '@medley/outbound';
import type { Stores } from '@medley/store';
import type { TaskView } from '@medley/task-view';
import type { BodyBudget } from './body-budget';
import type { WebhookDispatcherSettings } from './config';
import type { DispatcherMetrics } from './dispatcher-metrics';
import type { WebhookSecrets } from './webhook-secrets';

/** What the dispatcher stands on. */
export interface Ports {
  broker: Broker;
  stores: Stores;
  blobs: BlobStore;
  outbound: Outbound;
  taskView: TaskView;
}

/** The ports plus what is made of the settings once: everything one attempt needs. */
export interface Engine extends Ports {
  config: Readonly<WebhookDispatcherSettings>;
  /** Milliseconds before attempt 2, 3, … */
  delays: readonly number[];
  logger: Logger;
  metrics: DispatcherMetrics;
  secrets: WebhookSecrets;
  bodies: BodyBudget;
}
