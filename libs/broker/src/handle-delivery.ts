import { setTimeout as wait } from 'node:timers/promises';
import type { MessageName } from '@medley/contracts';
import { backoffMs, messageOf, type Logger } from '@medley/kit';
import type { MessageHandler, MessageHandlers } from './broker';
import { decodeMessage, type ReceivedMessage } from './codec';

export interface Delivery extends ReceivedMessage {
  messageId: string;
  redelivered: boolean;
}

/** How to settle a delivery. `release`: not at all; RabbitMQ requeues it when the channel closes. */
export type Disposition = 'ack' | 'reject' | 'release';

export interface DeliveryContext {
  /** Aborted when the consumer stops or its channel closes; ends the retries. */
  signal: AbortSignal;
  logger: Logger;
}

const RETRY = { firstMs: 500, maxMs: 10_000 };

/** Validates a message, calls its handler and returns how to settle it. Never rejects. */
export async function handleDelivery(
  delivery: Delivery,
  handlers: MessageHandlers,
  context: DeliveryContext,
): Promise<Disposition> {
  const decoded = decodeMessage(delivery);
  if (!decoded.ok) {
    context.logger.error('invalid message dead-lettered', { kind: decoded.name, reason: decoded.reason });
    return 'reject';
  }
  // TypeScript cannot correlate the handler and the body that were found by the same name.
  const handler = handlers[decoded.name] as MessageHandler<MessageName> | undefined;
  if (!handler) {
    context.logger.error('invalid message dead-lettered', { kind: decoded.name, reason: 'no handler' });
    return 'reject';
  }
  const { messageId, redelivered } = delivery;
  return retryUntilHandled(() => handler(decoded.body, { messageId, redelivered }), context);
}

/** Retries the work with backoff while it throws and the signal is not aborted. */
export async function retryUntilHandled(work: () => unknown, context: DeliveryContext): Promise<Disposition> {
  for (let failures = 1; !context.signal.aborted; failures += 1) {
    try {
      return (await work()) === 'reject' ? 'reject' : 'ack';
    } catch (error) {
      context.logger.warn('a message stays unacked: its handler failed', {
        attempt: failures,
        error: messageOf(error),
      });
    }
    await pause(backoffMs(failures, RETRY), context.signal);
  }
  return 'release';
}

/** Waits `ms` milliseconds or until the signal aborts. Never rejects. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined);
}
