import { setTimeout as wait } from 'node:timers/promises';
import type { MessageBodies, MessageName } from '@medley/contracts';
import { backoffMs, messageOf, taskLogFields, type Logger } from '@medley/kit';
import type {
  DeadLetter,
  DeadLetterHandler,
  MessageHandler,
  MessageHandlers,
  PublishOutcome,
} from './broker';
import { decodeMessage, type Decoded, type ReceivedMessage, type WireMessage } from './codec';
import type { Slots } from './slots';
import { traceProcess } from './trace-messages';

export interface Delivery extends ReceivedMessage {
  messageId: string;
  redelivered: boolean;
}

/** How to settle a delivery. `release`: not at all; RabbitMQ requeues it when the channel closes. */
export type Disposition = 'ack' | 'reject' | 'release';

export interface RetryContext {
  /** Aborted when the consumer stops or its channel closes; ends the retries. */
  signal: AbortSignal;
  logger: Logger;
}

export interface DeliveryContext extends RetryContext {
  handlers: MessageHandlers;
  slots: Slots;
  /** Whether the delivery can still be acked. */
  isOpen(): boolean;
  /** Publishes a body of an envelope alone to the queue that the envelope came from. */
  publishAlone(message: WireMessage): Promise<PublishOutcome>;
}

const RETRY = { firstMs: 500, maxMs: 10_000 };

/** Calls the handler of a message that is no envelope, and returns how to settle it. Never rejects. */
export async function handleSingle(delivery: Delivery, context: DeliveryContext): Promise<Disposition> {
  if (delivery.rejected === true) return 'reject';
  const redelivered = delivery.redelivered || delivery.repeated === true;
  return handleBody(decodeMessage(delivery), { ...delivery, redelivered }, context);
}

/** Calls the handler of one body when a slot is free, and returns how to settle it. Never rejects. */
export async function handleBody(
  decoded: Decoded,
  { messageId, redelivered }: { messageId: string; redelivered: boolean },
  context: DeliveryContext,
): Promise<Disposition> {
  if (!decoded.ok) return refuse(decoded.name, decoded.reason, context);
  const { name, body } = decoded;
  // TypeScript cannot correlate the handler and the body that were found by the same name.
  const handler = context.handlers[name] as MessageHandler<MessageName> | undefined;
  if (!handler) return refuse(name, 'no handler', context);
  const slot = context.slots.take(context.signal, accountOf(body));
  if (slot === false || (slot !== true && !(await slot))) return 'release';
  try {
    return await traceProcess(name, body, () =>
      retryUntilHandled(() => handler(body, { messageId, redelivered }), context, body),
    );
  } finally {
    context.slots.release();
  }
}

function accountOf(body: MessageBodies[MessageName]): string | undefined {
  return 'account_id' in body ? body.account_id : undefined;
}

function refuse(kind: MessageName | null, reason: string, { logger }: RetryContext): Disposition {
  logger.error('invalid message dead-lettered', { kind, reason });
  return 'reject';
}

/** Retries the work with backoff while it throws and the signal is not aborted. `body`: of the message. */
async function retryUntilHandled(
  work: () => unknown,
  context: RetryContext,
  body?: object | null,
): Promise<Disposition> {
  for (let failures = 1; !context.signal.aborted; failures += 1) {
    try {
      return (await work()) === 'reject' ? 'reject' : 'ack';
    } catch (error) {
      context.logger.warn('a message stays unacked: its handler failed', {
        ...logFieldsOf(body),
        attempt: failures,
        error: messageOf(error),
      });
    }
    await pauseBeforeRetry(failures, context.signal);
  }
  return 'release';
}

/** Every body names its task, some also the request that created it. */
function logFieldsOf(
  body: { task_id?: string; request_id?: string; traceparent?: string } | null = null,
): object {
  if (body?.task_id === undefined) return {};
  const { task_id: id, request_id, traceparent } = body;
  return taskLogFields({ id, request_id, traceparent });
}

/** Calls the handler with each letter in turn, and returns how to settle their message. Never rejects. */
export async function handleLetters(
  letters: readonly DeadLetter[],
  handler: DeadLetterHandler,
  context: RetryContext,
): Promise<Disposition> {
  for (const letter of letters) {
    const disposition = await retryUntilHandled(() => handler(letter), context, letter.body);
    if (disposition === 'release') return 'release';
  }
  return 'ack';
}

/** The backoff after so many failures, shorter when the signal aborts. Never rejects. */
export function pauseBeforeRetry(failures: number, signal: AbortSignal): Promise<void> {
  return pause(backoffMs(failures, RETRY), signal);
}

/** Waits `ms` milliseconds or until the signal aborts. Never rejects. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined);
}
