import { attemptsTotal, type Delivery, type DeliveryAttempt, type Task } from '@medley/contracts';
import { isDataExpired } from '@medley/task-view';
import { withDeadline } from './with-deadline';
import { beginAttempt, dueTrigger } from './delivery-state';
import { taskLogFields } from '@medley/kit';
import { dispatchLimits } from './dispatch-limits';
import type { DispatcherContext } from './dispatcher-context';
import { logIfFailed } from './log-if-failed';
import { recordOutcome } from './record-outcome';
import { sendWebhook, type WebhookRequest } from './send-webhook';
import type { Slot } from './slots';
import { traceDelivery } from './trace-delivery';
import { webhookBody } from './webhook-body';

/** A slot that the watchdog may release by force, which aborts its signal. */
export interface HeldSlot extends Slot {
  signal: AbortSignal;
}

interface ClaimedAttempt extends Omit<WebhookRequest, 'slotSignal'> {
  delivery: Delivery;
}

/**
 * Makes the due attempt, if there is one: claims it by a guarded write, sends it, records its outcome. The slot is freed
 * when the connection is closed. @throws AppError when the database or the blob store does not answer before the claim
 */
export async function deliverWebhook(context: DispatcherContext, task: Task, slot: HeldSlot): Promise<void> {
  const { stores, delays } = context;
  const now = stores.now();
  const trigger = task.delivery && dueTrigger(task.delivery, delays, now);
  if (!task.delivery || !trigger) return;
  if (!hasDataToSend(task, task.delivery, now)) {
    const delivery = giveUp(task.delivery);
    const isStored = await stores.tasks.update(task.id, task.rev, { set: { delivery } });
    if (isStored) logIfFailed(context.logger, task, delivery);
    if (isStored && task.delivery.state === 'pending') context.metrics.finished('failed');
    return;
  }
  const release = await context.bodies.reserve(task);
  try {
    await attemptDelivery(context, { task, delivery: task.delivery, trigger }, slot);
  } finally {
    release();
  }
}

interface DueDelivery {
  task: Task;
  delivery: Delivery;
  trigger: DeliveryAttempt['trigger'];
}

async function attemptDelivery(context: DispatcherContext, due: DueDelivery, slot: HeldSlot): Promise<void> {
  const { outbound, metrics } = context;
  const { task, trigger } = due;
  const claiming = claimAttempt(context, due);
  const request = await withDeadline(claiming, dispatchLimits.prepareMs);
  if (!request) return;
  const { delivery, attempt } = request;
  const sending = { task, trigger, attempt };
  const { outcome, drained } = await traceDelivery(sending, (trace) =>
    sendWebhook(outbound, { ...request, headers: { ...trace, ...request.headers }, slotSignal: slot.signal }),
  );
  metrics.ended(outcome, trigger);
  context.logger.debug('attempt ended', {
    ...taskLogFields(task),
    delivery_id: delivery.id,
    attempt,
    status: outcome.status_code,
    ms: outcome.response_time_ms,
    reason: outcome.error,
  });
  const claimed = { ...task, rev: task.rev + 1, delivery };
  const freed = drained.then(() => slot.free(outcome.response_time_ms));
  await Promise.all([recordOutcome(context, claimed, { attempt, outcome }), freed]);
}

/** Stores the start of the attempt and returns its request; null when the task has changed meanwhile. */
async function claimAttempt(context: DispatcherContext, due: DueDelivery): Promise<ClaimedAttempt | null> {
  const { stores, config } = context;
  const { task } = due;
  const body = await webhookBody(context, task, due.delivery);
  const secrets = await context.secrets.of(task.account_id);
  const headers = headersFor(context, task, due.delivery);
  const at = stores.now();
  const delivery: Delivery = { ...beginAttempt(due.delivery, due.trigger, at), body: body.stored };
  if (!(await stores.tasks.update(task.id, task.rev, { set: { delivery } }))) return null;
  const attempt = attemptsTotal(delivery);
  return { delivery, attempt, body: body.bytes, secrets, headers, at, timeoutMs: config.WEBHOOK_TIMEOUT_MS };
}

/** Only for the address that they were given for: a retry may have another one. */
function headersFor(
  { sealer }: DispatcherContext,
  { account_id }: Task,
  delivery: Delivery,
): Record<string, string> {
  if (delivery.headers === undefined) return {};
  const { to, headers } = sealer.open(delivery.headers, 'webhook', account_id);
  return to === delivery.url ? headers : {};
}

/** The data of a completed task may have expired; a failure contains no data, so it is always sent. */
function hasDataToSend(task: Task, delivery: Delivery, now: Date): boolean {
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
