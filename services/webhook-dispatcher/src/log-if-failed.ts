import { attemptsTotal, type Delivery, type Task } from '@medley/contracts';
import { taskLogFields, type Logger } from '@medley/kit';

/** Log that a delivery has failed for good; `task` is as it was before, so that it is logged once. */
export function logIfFailed(logger: Logger, task: Task, delivery: Delivery): void {
  if (delivery.state !== 'failed' || task.delivery?.state === 'failed') return;
  logger.info('delivery failed for good', {
    ...taskLogFields(task),
    account_id: task.account_id,
    delivery_id: delivery.id,
    attempt: attemptsTotal(delivery),
    reason: delivery.attempts.at(-1)?.error ?? 'no data to send',
  });
}
