import type { Channel } from 'amqplib';
import type { AmqpNames } from './amqp-names';
import type { QueueName } from './broker';
import { deliveryLimitOf } from './topology';

/** A queue nobody empties must not eat the broker's disk; past it publishes are refused, not old messages dropped. */
const QUEUE_LENGTH_MAX = 100_000;

/** On 4.x a queue without a limit has one of 20, and this queue has nowhere to send what crossed it. */
const DEAD_DELIVERY_LIMIT = 1_000_000;

/** The exchanges, and the queue of dead letters: without length limit, since a full one would block all the others. */
export async function declareFrame(channel: Channel, names: AmqpNames): Promise<void> {
  await channel.assertExchange(names.work, 'direct', { durable: true });
  await channel.assertExchange(names.dlx, 'direct', { durable: true });
  await channel.assertExchange(names.signals, 'topic', { durable: true });
  await channel.assertQueue(names.dead, {
    durable: true,
    arguments: { 'x-queue-type': 'quorum', 'x-delivery-limit': DEAD_DELIVERY_LIMIT },
  });
  await channel.bindQueue(names.dead, names.dlx, names.dead);
}

/** One queue with what it needs around it. Fails, and closes the channel, when it exists with other arguments. */
export async function declareQueue(channel: Channel, names: AmqpNames, queue: QueueName): Promise<void> {
  await declareFrame(channel, names);
  await channel.assertQueue(names.queue(queue), {
    durable: true,
    arguments: {
      'x-queue-type': 'quorum',
      'x-delivery-limit': deliveryLimitOf(queue),
      'x-max-length': QUEUE_LENGTH_MAX,
      'x-overflow': 'reject-publish',
      'x-dead-letter-exchange': names.dlx,
      'x-dead-letter-routing-key': names.dead,
      'x-dead-letter-strategy': 'at-least-once',
    },
  });
  await channel.bindQueue(names.queue(queue), names.work, queue);
}
