import type { Channel } from 'amqplib';
import type { AmqpNames } from './amqp-names';
import type { QueueName } from './broker';
import { deliveryLimitOf } from './topology';

/** A queue nobody empties must not eat the broker's disk; past it publishes are refused, not old messages dropped. */
const QUEUE_LENGTH_MAX = 100_000;

/** On 4.x a queue without a limit has one of 20, and this queue has nowhere to send what crossed it. */
const DEAD_DELIVERY_LIMIT = 1_000_000;

/** How a process makes sure that what it uses is there; a refusal closes the channel. */
export interface TopologyAccess {
  /** The exchanges and the queue of dead letters. */
  frame(channel: Channel): Promise<unknown>;
  /** One queue with what it needs around it. */
  queue(channel: Channel, queue: QueueName): Promise<unknown>;
  signals(channel: Channel): Promise<unknown>;
}

/** Declare what is missing: needs the right to configure it. */
export function declaringAccess(names: AmqpNames): TopologyAccess {
  return {
    frame: (channel) => declareFrame(channel, names),
    queue: (channel, queue) => declareQueue(channel, names, queue),
    signals: (channel) => declareSignals(channel, names),
  };
}

/** Only look whether it is there (a passive declaration needs no right), for users who may not configure anything. */
export function checkingAccess(names: AmqpNames): TopologyAccess {
  return {
    frame: (channel) => channel.checkQueue(names.dead),
    queue: (channel, queue) => channel.checkQueue(names.queue(queue)),
    signals: (channel) => channel.checkExchange(names.signals),
  };
}

async function declareSignals(channel: Channel, names: AmqpNames): Promise<void> {
  await channel.assertExchange(names.signals, 'topic', { durable: true });
}

/** The exchanges, and the queue of dead letters: without length limit, since a full one would block all the others. */
async function declareFrame(channel: Channel, names: AmqpNames): Promise<void> {
  await channel.assertExchange(names.work, 'direct', { durable: true });
  await channel.assertExchange(names.dlx, 'direct', { durable: true });
  await declareSignals(channel, names);
  await channel.assertQueue(names.dead, {
    durable: true,
    arguments: { 'x-queue-type': 'quorum', 'x-delivery-limit': DEAD_DELIVERY_LIMIT },
  });
  await channel.bindQueue(names.dead, names.dlx, names.dead);
}

/** One queue with what it needs around it. Fails, and closes the channel, when it exists with other arguments. */
async function declareQueue(channel: Channel, names: AmqpNames, queue: QueueName): Promise<void> {
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
