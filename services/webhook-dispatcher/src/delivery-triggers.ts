import type { Consumer } from '@medley/broker';
import { messageOf } from '@medley/kit';
import { endLostAttempt, LOST_MS } from './delivery-state';
import type { DeliveryQueue } from './delivery-queue';
import type { DispatcherContext } from './dispatcher-context';

const PAGE = 200;
const PREFETCH = 32;

export interface Poller {
  stop(): Promise<void>;
}

/** Offers each task that has just ended, without waiting for the next poll. */
export function consumeFinishedTasks(
  { broker, stores }: DispatcherContext,
  queue: DeliveryQueue,
): Promise<Consumer> {
  return broker.consume(
    'webhooks',
    {
      'task.finished': async ({ task_id }) => {
        const task = await stores.tasks.find(task_id);
        if (task) queue.offer(task);
      },
    },
    { prefetch: PREFETCH },
  );
}

/** Polls the database for due deliveries, which also covers lost messages. */
export function pollDueDeliveries(
  context: DispatcherContext,
  queue: DeliveryQueue,
  busyHosts: () => string[],
): Poller {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let polling = Promise.resolve();

  async function poll(): Promise<void> {
    try {
      await offerDue(context, queue, busyHosts());
    } catch (error) {
      context.logger.warn('polling for due deliveries failed', { error: messageOf(error) });
    }
    queue.fill();
  }

  const next = (): void => {
    if (isStopped) return;
    timer = setTimeout(() => {
      polling = poll().then(next);
    }, context.config.WEBHOOK_POLL_MS);
  };
  next();
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      return polling;
    },
  };
}

/** Leaves out saturated hosts, so that their backlog does not fill the page. */
async function offerDue(
  context: DispatcherContext,
  queue: DeliveryQueue,
  exceptHosts: string[],
): Promise<void> {
  const { stores, delays, logger, metrics } = context;
  const now = stores.now();
  const lostBefore = new Date(now.getTime() - LOST_MS);
  for (const task of await stores.tasks.dueDeliveries(now, lostBefore, { limit: PAGE, exceptHosts })) {
    const ended = task.delivery && endLostAttempt(task.delivery, delays, now);
    if (!ended) {
      queue.offer(task);
    } else if (await stores.tasks.update(task.id, task.rev, { set: { delivery: ended } })) {
      metrics.lost();
      logger.warn('an attempt was lost with its dispatcher', { task_id: task.id, delivery_id: ended.id });
    }
  }
}
