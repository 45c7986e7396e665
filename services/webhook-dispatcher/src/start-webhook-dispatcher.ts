import { slotLimits, SlotWatchdog, type ServiceContext } from '@medley/kit';
import { BodyMemory } from './body-memory';
import type { WebhookDispatcherSettings } from './config';
import { DeliveryQueue } from './delivery-queue';
import { dispatchLimits } from './dispatch-limits';
import { dispatcherMetrics } from './dispatcher-metrics';
import type { DispatcherContext, DispatcherDependencies } from './dispatcher-context';
import { Slots } from './slots';
import { WaitingList } from './waiting-list';
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
  const slots = new Slots({
    total: config.WEBHOOK_CONCURRENCY,
    perHost: config.WEBHOOK_HOST_CONCURRENCY,
    holdMs: config.WEBHOOK_TIMEOUT_MS,
  });
  const waiting = new WaitingList();
  const dispatcher: DispatcherContext = {
    ...dependencies,
    config,
    logger,
    delays: config.WEBHOOK_RETRY_DELAYS_S.map((seconds) => seconds * 1_000),
    metrics: dispatcherMetrics(context.metrics, {
      inFlight: () => slots.taken,
      waiting: () => waiting.size,
    }),
    secrets: new WebhookSecrets(dependencies.stores.accounts),
    bodies: new BodyMemory(bodiesBytesMax),
  };
  const watchdog = new SlotWatchdog('webhooks', context);
  const holdMs = config.WEBHOOK_TIMEOUT_MS + overrunMs;
  const queue = new DeliveryQueue(dispatcher, { slots, waiting, watchdog, holdMs });

  const messages = await consumeFinishedTasks(dispatcher, queue);
  const poller = pollDueDeliveries(dispatcher, queue, () => [
    ...slots.saturatedHosts(),
    ...waiting.fullHosts(),
  ]);
  lifecycle.onStop('webhook dispatcher', async () => {
    await Promise.all([messages.stop(), poller.stop()]);
    await queue.stop();
  });
}
