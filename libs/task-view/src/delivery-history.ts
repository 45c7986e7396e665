import { attemptsTotal, type Delivery, type Task } from '@medley/contracts';
import type { PublicDelivery } from './public-task';

/** The deliveries of a task as `GET /tasks/{id}/webhooks` lists them: one, or none without a webhook. */
export function deliveryHistory({ id, delivery }: Pick<Task, 'id' | 'delivery'>): PublicDelivery[] {
  return delivery ? [showDelivery(id, delivery)] : [];
}

/** A delivery in responses. */
export function showDelivery(taskId: string, delivery: Delivery): PublicDelivery {
  return {
    id: delivery.id,
    task_id: taskId,
    event: delivery.event,
    url: delivery.url,
    status: delivery.state,
    created_at: delivery.created_at.toISOString(),
    next_attempt_at: delivery.next_attempt_at?.toISOString() ?? null,
    attempts_total: attemptsTotal(delivery),
    attempts: delivery.attempts.map((attempt) => ({
      attempt: attempt.attempt,
      status_code: attempt.status_code,
      response_time_ms: attempt.response_time_ms,
      error: attempt.error,
      trigger: attempt.trigger,
      started_at: attempt.started_at.toISOString(),
    })),
  };
}
