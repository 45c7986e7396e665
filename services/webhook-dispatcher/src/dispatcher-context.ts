import type { BlobStore } from '@medley/blobs';
import type { Broker } from '@medley/broker';
import type { HeaderSealer, Logger } from '@medley/kit';
import type { Outbound } from '@medley/outbound';
import type { Stores } from '@medley/store';
import type { TaskView } from '@medley/task-view';
import type { BodyMemory } from './body-memory';
import type { WebhookDispatcherSettings } from './config';
import type { DispatcherMetrics } from './dispatcher-metrics';
import type { WebhookSecrets } from './webhook-secrets';

/** The dependencies of the dispatcher. */
export interface DispatcherDependencies {
  broker: Broker;
  stores: Stores;
  blobs: BlobStore;
  outbound: Outbound;
  taskView: TaskView;
}

/** Everything one attempt needs: the dependencies, the settings and what is created from them at the start. */
export interface DispatcherContext extends DispatcherDependencies {
  config: Readonly<WebhookDispatcherSettings>;
  /** Milliseconds before attempt 2, 3, … */
  delays: readonly number[];
  logger: Logger;
  metrics: DispatcherMetrics;
  secrets: WebhookSecrets;
  sealer: HeaderSealer;
  bodies: BodyMemory;
}
