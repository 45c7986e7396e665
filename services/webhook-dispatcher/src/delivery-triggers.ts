import type { Consumer } from '@medley/broker';
import { messageOf, taskLogFields } from '@medley/kit';
import type { DueDelivery } from '@medley/store';
import { dueTrigger, endLostAttempt, LOST_MS } from './delivery-state';
import type { DeliveryQueue } from './delivery-queue';
import type { DispatcherContext } from './dispatcher-context';
import { logIfFailed } from './log-if-failed';
import { receiverOf } from './receiver';

/** Due deliveries that a poll reads from the newest on, and from the oldest on. */
const NEWEST_PAGE = 200;
const OLDEST_PAGE = 500;
/** Lost attempts that a poll closes. */
const LOST_PAGE = 200;
const PREFETCH = 32;

export interface Poller {
  stop(): Promise<void>;
}

/** Offers each task that has just ended, without waiting for the next poll. */
export function consumeFinishedTasks(
  { broker, delays, stores }: DispatcherContext,
  queue: DeliveryQueue,
): Promise<Consumer> {
  return broker.consume(
    'webhooks',
    {
      'task.finished': async ({ task_id }) => {
        const task = await stores.tasks.find(task_id);
        if (!task?.delivery || !dueTrigger(task.delivery, delays, stores.now())) return;
        queue.offer({ id: task.id, account_id: task.account_id, ...receiverOf(task.delivery.url) });
      },
    },
    { prefetch: PREFETCH },
  );
}

/** Polls the database for due deliveries, which also covers lost messages. */
export function pollDueDeliveries(context: DispatcherContext, queue: DeliveryQueue): Poller {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let polling = Promise.resolve();
  const offerDue = dueOfferer(context, queue);

  async function poll(): Promise<void> {
    try {
      const now = context.stores.now();
      await endLostAttempts(context, now);
      await offerDue(now);
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

/**
 * Offers what became due last, so that no backlog delays it by more than a poll, and in turns the pages of the backlog, so
 * that every delivery is offered again however many are due.
 */
function dueOfferer({ stores }: DispatcherContext, queue: DeliveryQueue): (now: Date) => Promise<void> {
  let after: DueDelivery | null = null;
  return async (now) => {
    const newest = await stores.tasks.dueDeliveries(now, { from: 'newest', limit: NEWEST_PAGE });
    const isAll = newest.length < NEWEST_PAGE;
    const page = { from: 'oldest', limit: OLDEST_PAGE, after } as const;
    const oldest = isAll ? [] : await stores.tasks.dueDeliveries(now, page);
    after = oldest.length < OLDEST_PAGE ? null : (oldest.at(-1) ?? null);
    for (const delivery of [...oldest, ...newest]) queue.offer(delivery);
  };
}

async function endLostAttempts(context: DispatcherContext, now: Date): Promise<void> {
  const { stores, delays, logger, metrics } = context;
  for (const task of await stores.tasks.lostDeliveries(new Date(now.getTime() - LOST_MS), LOST_PAGE)) {
    const ended = task.delivery && endLostAttempt(task.delivery, delays, now);
    if (ended && (await stores.tasks.update(task.id, task.rev, { set: { delivery: ended } }))) {
      metrics.lost();
      logger.warn('an attempt was lost with its dispatcher', {
        ...taskLogFields(task),
        delivery_id: ended.id,
      });
      logIfFailed(logger, task, ended);
    }
  }
}
