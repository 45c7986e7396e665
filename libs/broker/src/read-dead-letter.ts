import type { Message } from 'amqplib';
import type { AmqpNames } from './amqp-names';
import type { DeadLetter } from './broker';
import type { ReceivedMessage } from './codec';
import { decodeAll } from './envelope';

/** What a RabbitMQ message says of itself, not validated. */
export function receivedOf({ properties, content }: Message): ReceivedMessage {
  const { version, items, rejected, repeated } = (properties.headers ?? {}) as Record<string, unknown>;
  return { name: properties.type, version, content, items, rejected, repeated };
}

/** The dead letters of a message, one for each body, decoded as far as possible; queue and reason come from `x-death`. */
export function readDeadLetters(message: Message, names: AmqpNames): DeadLetter[] {
  const death = message.properties.headers?.['x-death']?.[0];
  const reason = death?.reason ?? 'rejected';
  const queue = names.logical(death?.queue ?? '');
  return decodeAll(receivedOf(message)).map((decoded) => ({
    reason,
    queue,
    name: decoded.name,
    body: decoded.ok ? decoded.body : null,
  }));
}
