import type { DeliveryAttempt, Task } from '@medley/contracts';
import { inSpan } from '@medley/tracing';
import type { SentWebhook } from './send-webhook';

interface Sending {
  task: Task;
  trigger: DeliveryAttempt['trigger'];
  attempt: number;
}

/**
 * Send a webhook in a span of its own. The receiver gets its context as `traceparent`, or, where nothing is traced, that of
 * the caller who created the task.
 */
export function traceDelivery(
  { task, trigger, attempt }: Sending,
  send: (headers: Record<string, string>) => Promise<SentWebhook>,
): Promise<SentWebhook> {
  const attributes = {
    'medley.task.id': task.id,
    'medley.request.id': task.request_id,
    'medley.delivery.id': task.delivery?.id,
    'medley.delivery.trigger': trigger,
    'medley.attempt': attempt,
  };
  return inSpan('deliver webhook', { kind: 'client', attributes }, async (span) => {
    const traceparent = span.traceparent ?? task.traceparent;
    const sent = await send(traceparent === undefined ? {} : { traceparent });
    const { status_code, error } = sent.outcome;
    span.set({ 'http.request.method': 'POST', 'http.response.status_code': status_code ?? undefined });
    if (error !== null) span.fail(status_code === null ? error : String(status_code));
    return sent;
  });
}
