import type { Consumer } from '@medley/broker';
import { messageOf } from '@medley/kit';
import { endLostAttempt, LOST_MS } from './delivery-moves';
import type { DeliveryQueue } from './delivery-queue';
import type { Engine } from './ports';

const PAGE = 200;
const PREFETCH = 32;

export interface Watch {
  stop(): Promise<void>;
}

/** A task that just ended is looked at without waiting for the clock. */
export function watchMessages({ broker, stores }: Engine, queue: DeliveryQueue): Promise<Consumer> {
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

/** The clock: asks the database what is due. Every delivery comes through here should its message be lost. */
export function watchClock(engine: Engine, queue: DeliveryQueue, busyHosts: () => string[]): Watch {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let looking = Promise.resolve();

  async function look(): Promise<void> {
    try {
      await offerDue(engine, queue, busyHosts());
    } catch (error) {
      engine.logger.warn('the clock could not look', { error: messageOf(error) });
    }
    queue.fill();
  }

  const next = (): void => {
    if (isStopped) return;
    timer = setTimeout(() => (looking = look().then(next)), engine.config.WEBHOOK_POLL_MS);
  };
  next();
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      return looking;
    },
  };
}

/** Hosts that can take no more are left out, so that their backlog does not fill the page. */
async function offerDue(engine: Engine, queue: DeliveryQueue, exceptHosts: string[]): Promise<void> {
  const { stores, delays, logger, metrics } = engine;
  const now = stores.now();
  const lostBefore = new Date(now.getTime() - LOST_MS);
  for (const task of await stores.tasks.dueDeliveries(now, lostBefore, { limit: PAGE, exceptHosts })) {
    const ended = task.delivery && endLostAttempt(task.delivery, delays, now);
    if (!ended) {
      queue.offer(task);
    } else if (await stores.tasks.move(task.id, task.rev, { set: { delivery: ended } })) {
      metrics.lost();
      logger.warn('an attempt was lost with its dispatcher', { task_id: task.id, delivery_id: ended.id });
    }
  }
}
