import { setTimeout as wait } from 'node:timers/promises';
import type { MessageName } from '@medley/contracts';
import { backoffMs, messageOf, type Logger } from '@medley/kit';
import type { MessageHandler, MessageHandlers } from './broker';
import { decodeMessage, type ReceivedMessage } from './codec';

export interface Delivery extends ReceivedMessage {
  messageId: string;
  redelivered: boolean;
}

/** How to settle a delivery; `dropped`: not at all, it returns to its queue when the channel closes. */
export type Verdict = 'ack' | 'reject' | 'dropped';

export interface Hold {
  /** Aborted when the consumer stops or its channel closes; ends the retries. */
  signal: AbortSignal;
  logger: Logger;
}

const RETRY = { firstMs: 500, maxMs: 10_000 };

/** Validates a message, calls its handler and returns how to settle it. Never rejects. */
export async function handleDelivery(
  delivery: Delivery,
  handlers: MessageHandlers,
  hold: Hold,
): Promise<Verdict> {
  const decoded = decodeMessage(delivery);
  if (!decoded.ok) {
    hold.logger.error('message refused', { kind: decoded.name, reason: decoded.reason });
    return 'reject';
  }
  // The union of handlers cannot be called with the union of bodies, although name and body belong together.
  const handler = handlers[decoded.name] as MessageHandler<MessageName> | undefined;
  if (!handler) {
    hold.logger.error('message refused', { kind: decoded.name, reason: 'no handler' });
    return 'reject';
  }
  const { messageId, redelivered } = delivery;
  return retryUntilHandled(() => handler(decoded.body, { messageId, redelivered }), hold);
}

/** Retries the work with backoff while it throws and the signal is not aborted. */
export async function retryUntilHandled(work: () => Promise<unknown>, hold: Hold): Promise<Verdict> {
  for (let failures = 1; !hold.signal.aborted; failures += 1) {
    try {
      return (await work()) === 'reject' ? 'reject' : 'ack';
    } catch (error) {
      hold.logger.warn('a message stays unacked: its handler failed', {
        attempt: failures,
        error: messageOf(error),
      });
    }
    await pause(backoffMs(failures, RETRY), hold.signal);
  }
  return 'dropped';
}

/** Waits `ms` milliseconds or until the signal aborts. Never rejects. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined);
}
