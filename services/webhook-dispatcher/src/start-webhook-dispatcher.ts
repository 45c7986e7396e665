import { slotLimits, SlotWatchdog, type ServiceContext } from '@medley/kit';
import { BodyBudget } from './body-budget';
import type { WebhookDispatcherSettings } from './config';
import { DeliveryQueue } from './delivery-queue';
import { dispatchLimits } from './dispatch-limits';
import { dispatcherMetrics } from './dispatcher-metrics';
import type { Engine, Ports } from './ports';
import { Slots } from './slots';
import { WaitingList } from './waiting-list';
import { watchClock, watchMessages } from './watch-deliveries';
import { WebhookSecrets } from './webhook-secrets';

/** Start sending due webhooks on given ports; its stops are registered on the context's life cycle. */
export async function startWebhookDispatcher(
  context: ServiceContext<WebhookDispatcherSettings>,
  ports: Ports,
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
  const engine: Engine = {
    ...ports,
    config,
    logger,
    delays: config.WEBHOOK_RETRY_DELAYS_S.map((seconds) => seconds * 1_000),
    metrics: dispatcherMetrics(context.metrics, {
      inFlight: () => slots.taken,
      waiting: () => waiting.size,
    }),
    secrets: new WebhookSecrets(ports.stores.accounts),
    bodies: new BodyBudget(bodiesBytesMax),
  };
  const watchdog = new SlotWatchdog('webhooks', context);
  const holdMs = config.WEBHOOK_TIMEOUT_MS + overrunMs;
  const queue = new DeliveryQueue(engine, { slots, waiting, watchdog, holdMs });

  const messages = await watchMessages(engine, queue);
  const clock = watchClock(engine, queue, () => [...slots.saturatedHosts(), ...waiting.fullHosts()]);
  lifecycle.onStop('webhook dispatcher', async () => {
    await Promise.all([messages.stop(), clock.stop()]);
    await queue.stop();
  });
}
