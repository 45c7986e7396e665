import type { Message } from 'amqplib';
import type { AmqpNames } from './amqp-names';
import type { DeadLetter } from './broker';
import { decodeMessage, type ReceivedMessage } from './codec';

/** Name, version and content of a RabbitMQ message, not validated. */
export function receivedOf({ properties, content }: Message): ReceivedMessage {
  return { name: properties.type, version: properties.headers?.['version'], content };
}

/** Decodes a dead letter as far as possible; queue and reason come from its `x-death` header. */
export function readDeadLetter(message: Message, names: AmqpNames): DeadLetter {
  const death = message.properties.headers?.['x-death']?.[0];
  const decoded = decodeMessage(receivedOf(message));
  return {
    reason: death?.reason ?? 'rejected',
    queue: names.logical(death?.queue ?? ''),
    name: decoded.name,
    body: decoded.ok ? decoded.body : null,
  };
}
