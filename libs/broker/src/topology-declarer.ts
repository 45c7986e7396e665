import type { Channel } from 'amqplib';
import type { AmqpNames } from './amqp-names';
import type { QueueName } from './broker';
import { deliveryLimitOf } from './topology';

/** Bounds the disk use of a queue without consumers; beyond it RabbitMQ refuses publishes and drops no old message. */
const QUEUE_LENGTH_MAX = 100_000;

/** RabbitMQ 4.x defaults to 20, and beyond the limit it would drop messages, since this queue has no dead-letter exchange. */
const DEAD_DELIVERY_LIMIT = 1_000_000;

/** Ensures that queues and exchanges exist. A refused declaration closes the channel. */
export interface TopologyDeclarer {
  /** The exchanges and the dead-letter queue. */
  base(channel: Channel): Promise<unknown>;
  /** One queue with its binding, the exchanges and the dead-letter queue. */
  queue(channel: Channel, queue: QueueName): Promise<unknown>;
  signals(channel: Channel): Promise<unknown>;
}

/** Declares what is missing; needs the `configure` permission. */
export function activeDeclarer(names: AmqpNames): TopologyDeclarer {
  return {
    base: (channel) => declareBase(channel, names),
    queue: (channel, queue) => declareQueue(channel, names, queue),
    signals: (channel) => declareSignals(channel, names),
  };
}

/** Checks by passive declaration that everything exists, for users without the `configure` permission. */
export function passiveDeclarer(names: AmqpNames): TopologyDeclarer {
  return {
    base: (channel) => channel.checkQueue(names.dead),
    queue: (channel, queue) => channel.checkQueue(names.queue(queue)),
    signals: (channel) => channel.checkExchange(names.signals),
  };
}

async function declareSignals(channel: Channel, names: AmqpNames): Promise<void> {
  await channel.assertExchange(names.signals, 'topic', { durable: true });
}

/** The dead-letter queue has no length limit: with at-least-once dead-lettering a full one would block all other queues. */
async function declareBase(channel: Channel, names: AmqpNames): Promise<void> {
  await channel.assertExchange(names.work, 'direct', { durable: true });
  await channel.assertExchange(names.dlx, 'direct', { durable: true });
  await declareSignals(channel, names);
  await channel.assertQueue(names.dead, {
    durable: true,
    arguments: { 'x-queue-type': 'quorum', 'x-delivery-limit': DEAD_DELIVERY_LIMIT },
  });
  await channel.bindQueue(names.dead, names.dlx, names.dead);
}

/** Fails, and closes the channel, when the queue exists with other arguments. */
async function declareQueue(channel: Channel, names: AmqpNames, queue: QueueName): Promise<void> {
  await declareBase(channel, names);
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
