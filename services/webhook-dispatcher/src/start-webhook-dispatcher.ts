import { HeaderSealer, slotLimits, SlotWatchdog, type ServiceContext } from '@medley/kit';
import { BodyMemory } from './body-memory';
import type { WebhookDispatcherSettings } from './config';
import { DeliveryQueue } from './delivery-queue';
import { DeliverySchedule } from './delivery-schedule';
import { dispatchLimits } from './dispatch-limits';
import { dispatcherMetrics } from './dispatcher-metrics';
import { showDueDeliveries } from './due-metrics';
import type { DispatcherContext, DispatcherDependencies } from './dispatcher-context';
import { pollDueDeliveries, consumeFinishedTasks } from './delivery-triggers';
import { WebhookSecrets } from './webhook-secrets';

/** Starts sending due webhooks; registers its stops on the lifecycle of the context. */
export async function startWebhookDispatcher(
  context: ServiceContext<WebhookDispatcherSettings>,
  dependencies: DispatcherDependencies,
  { overrunMs, bodiesBytesMax }: { overrunMs: number; bodiesBytesMax: number } = {
    ...slotLimits,
    ...dispatchLimits,
  },
): Promise<void> {
  const { config, logger, lifecycle } = context;
  const schedule = new DeliverySchedule({
    total: config.WEBHOOK_CONCURRENCY,
    perHost: config.WEBHOOK_HOST_CONCURRENCY,
    perAddress: config.WEBHOOK_RECEIVER_CONCURRENCY,
    holdMs: config.WEBHOOK_TIMEOUT_MS,
  });
  const dispatcher: DispatcherContext = {
    ...dependencies,
    config,
    logger,
    delays: config.WEBHOOK_RETRY_DELAYS_S.map((seconds) => seconds * 1_000),
    metrics: dispatcherMetrics(context.metrics, {
      inFlight: () => schedule.inFlight,
      waiting: () => schedule.waiting,
      slowReceivers: () => schedule.slowReceivers,
    }),
    secrets: new WebhookSecrets(dependencies.stores.accounts),
    sealer: new HeaderSealer(dependencies.stores.keyring),
    bodies: new BodyMemory(bodiesBytesMax),
  };
  showDueDeliveries(context.metrics, dependencies.stores);
  const watchdog = new SlotWatchdog('webhooks', context);
  const holdMs = config.WEBHOOK_TIMEOUT_MS + overrunMs;
  const queue = new DeliveryQueue(dispatcher, { schedule, watchdog, holdMs });

  const messages = await consumeFinishedTasks(dispatcher, queue);
  const poller = pollDueDeliveries(dispatcher, queue);
  lifecycle.onStop('webhook dispatcher', async () => {
    await Promise.all([messages.stop(), poller.stop()]);
    await queue.stop();
  });
}
