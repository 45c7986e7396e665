import { attemptsTotal, type Delivery, type DeliveryAttempt, type Task } from '@medley/contracts';
import { isDataExpired } from '@medley/task-view';
import { beforeDeadline } from './before-deadline';
import { beginAttempt, dueTrigger } from './delivery-moves';
import { dispatchLimits } from './dispatch-limits';
import type { Engine } from './ports';
import { recordOutcome } from './record-outcome';
import { sendWebhook, type WebhookRequest } from './send-webhook';
import type { Slot } from './slots';
import { webhookBody } from './webhook-body';

/** A slot that may be freed by force, which aborts its signal. */
export interface HeldSlot extends Slot {
  signal: AbortSignal;
}

interface ClaimedAttempt extends Omit<WebhookRequest, 'slotSignal'> {
  delivery: Delivery;
}

/**
 * Make the attempt that is due, if one is: claim it by a guarded write, send, write down how it ended. The slot is free
 * again as soon as the connection is. @throws AppError when the database or the blob store does not answer before the claim
 */
export async function deliverWebhook(engine: Engine, task: Task, slot: HeldSlot): Promise<void> {
  const { stores, delays } = engine;
  const now = stores.now();
  const trigger = task.delivery && dueTrigger(task.delivery, delays, now);
  if (!task.delivery || !trigger) return;
  if (!isSendable(task, task.delivery, now)) {
    await stores.tasks.move(task.id, task.rev, { set: { delivery: giveUp(task.delivery) } });
    return;
  }
  const release = await engine.bodies.take(task);
  try {
    await attemptDelivery(engine, { task, delivery: task.delivery, trigger }, slot);
  } finally {
    release();
  }
}

interface DueDelivery {
  task: Task;
  delivery: Delivery;
  trigger: DeliveryAttempt['trigger'];
}

async function attemptDelivery(engine: Engine, due: DueDelivery, slot: HeldSlot): Promise<void> {
  const { outbound, metrics } = engine;
  const { task, trigger } = due;
  const claiming = claimAttempt(engine, due);
  const request = await beforeDeadline(claiming, dispatchLimits.prepareMs);
  if (!request) return;
  const { delivery, attempt } = request;
  const { outcome, drained } = await sendWebhook(outbound, { ...request, slotSignal: slot.signal });
  metrics.ended(outcome, trigger);
  engine.logger.debug('attempt ended', {
    task_id: task.id,
    delivery_id: delivery.id,
    attempt,
    status: outcome.status_code,
    ms: outcome.response_time_ms,
    reason: outcome.error,
  });
  const claimed = { ...task, rev: task.rev + 1, delivery };
  const freed = drained.then(() => slot.free(outcome.response_time_ms));
  await Promise.all([recordOutcome(engine, claimed, { attempt, outcome }), freed]);
}

/** Everything the attempt sends, once its begin is stored; null when somebody else moved the task first. */
async function claimAttempt(engine: Engine, due: DueDelivery): Promise<ClaimedAttempt | null> {
  const { stores, config } = engine;
  const { task } = due;
  const body = await webhookBody(engine, task, due.delivery);
  const secrets = await engine.secrets.of(task.account_id);
  const at = stores.now();
  const delivery: Delivery = { ...beginAttempt(due.delivery, due.trigger, at), body: body.stored };
  if (!(await stores.tasks.move(task.id, task.rev, { set: { delivery } }))) return null;
  const attempt = attemptsTotal(delivery);
  return { delivery, attempt, body: body.bytes, secrets, at, timeoutMs: config.WEBHOOK_TIMEOUT_MS };
}

/** What a completed task would deliver may be gone; a failure holds no data, so it is told in any case. */
function isSendable(task: Task, delivery: Delivery, now: Date): boolean {
  if (!isDataExpired(task, now)) return true;
  return delivery.event === 'task.failed' && (delivery.body !== null || delivery.state === 'pending');
}

function giveUp(delivery: Delivery): Delivery {
  return {
    ...delivery,
    state: delivery.state === 'pending' ? 'failed' : delivery.state,
    next_attempt_at: null,
    manual_requested_at: null,
  };
}
