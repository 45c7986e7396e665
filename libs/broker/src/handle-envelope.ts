import { decodeBody, messageIdOf, type Decoded, type WireMessage } from './codec';
import { openEnvelope } from './envelope';
import {
  handleBody,
  handleSingle,
  pauseBeforeRetry,
  type Delivery,
  type DeliveryContext,
  type Disposition,
} from './handle-delivery';

/** Handles a message, which may be an envelope, and returns how to settle it. Never rejects. */
export function handleDelivery(delivery: Delivery, context: DeliveryContext): Promise<Disposition> {
  return delivery.items === undefined ? handleSingle(delivery, context) : handleEnvelope(delivery, context);
}

/**
 * Handles the bodies of an envelope independently of each other; it is acked when each is handled or is a message of its
 * own. Bodies become messages of their own when they are rejected, when the consumer stops before they are handled, and
 * when the envelope was delivered before: one of them may have killed its consumer, and the delivery limit of the queue
 * must count that one only.
 */
async function handleEnvelope(delivery: Delivery, context: DeliveryContext): Promise<Disposition> {
  const bodies = openEnvelope(delivery);
  if (!bodies) {
    context.logger.error('invalid message dead-lettered', { reason: 'no envelope' });
    return 'reject';
  }
  const settled = await Promise.all(bodies.map((body) => settleBody(body, delivery, context)));
  return settled.includes(false) ? 'release' : 'ack';
}

/** False: the body is neither handled nor published, so its envelope must be delivered again. */
async function settleBody(body: unknown, delivery: Delivery, context: DeliveryContext): Promise<boolean> {
  const decoded = decodeBody(delivery, body);
  const messageId = idOf(decoded, delivery);
  const disposition = delivery.redelivered
    ? 'release'
    : await handleBody(decoded, { messageId, redelivered: false }, context);
  if (disposition === 'ack') return true;
  const { name, version } = delivery;
  const alone: WireMessage = {
    name: String(name),
    version: typeof version === 'number' ? version : 0,
    messageId,
    json: JSON.stringify(body),
  };
  // Its next delivery rejects it, so that RabbitMQ dead-letters it as any rejected message; workers may not do that.
  const mark = disposition === 'reject' ? { rejected: true as const } : { repeated: true as const };
  return publishAlone({ ...alone, ...mark }, context);
}

function idOf(decoded: Decoded, { messageId }: Delivery): string {
  return decoded.ok ? messageIdOf(decoded.name, decoded.body) : messageId;
}

/** Retries until it is confirmed; when the consumer stops, only once. */
async function publishAlone(message: WireMessage, context: DeliveryContext): Promise<boolean> {
  for (let failures = 1; context.isOpen(); failures += 1) {
    const outcome = await context.publishAlone(message);
    if (outcome === 'confirmed') return true;
    context.logger.warn('an envelope stays unacked: a body could not be published alone', { outcome });
    if (context.signal.aborted) return false;
    await pauseBeforeRetry(failures, context.signal);
  }
  return false;
}
