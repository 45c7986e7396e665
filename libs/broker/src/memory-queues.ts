import type { Broker as SmqpBroker, ConsumeMessage } from 'smqp';
import type { QueueName } from './broker';
import type { ReceivedMessage, WireMessage } from './codec';
import { deliveryLimitOf, queueNames } from './topology';

export const DEAD_QUEUE = 'dead';
const WORK = 'work';

/** Why, and from which queue, a message was dead-lettered (RabbitMQ: `x-death`). */
export interface DeadLetterInfo {
  reason: string;
  queue: string;
}

interface Properties {
  name: string;
  version: number;
  items?: number;
  rejected?: boolean;
  /** One object for all redeliveries of a message. */
  delivery: { returns: number };
  death?: DeadLetterInfo;
}

/** The queues of the in-memory broker, with RabbitMQ's semantics between publisher and consumer. */
export class MemoryQueues {
  readonly #smqp: SmqpBroker;
  #returned = false;

  constructor(smqp: SmqpBroker) {
    this.#smqp = smqp;
    this.declare();
    smqp.on('return', () => (this.#returned = true));
  }

  declare(): void {
    const options = { autoDelete: false };
    this.#smqp.assertExchange(WORK, 'direct', options);
    this.#smqp.assertQueue(DEAD_QUEUE, options);
    for (const queue of queueNames) {
      this.#smqp.assertQueue(queue, options);
      this.#smqp.bindQueue(queue, WORK, queue);
    }
  }

  /** False: the queue does not exist. */
  publish(queue: QueueName, message: WireMessage): boolean {
    const { content, ...properties } = message;
    const delivery = { returns: 0 };
    // smqp emits `return` for an unroutable message synchronously during the publish, so a flag is enough.
    this.#returned = false;
    this.#smqp.publish(WORK, queue, content, { ...properties, delivery, mandatory: true });
    return !this.#returned;
  }

  deadLetter(message: ConsumeMessage, death: DeadLetterInfo): void {
    this.#smqp.sendToQueue(DEAD_QUEUE, message.content, { ...message.properties, death });
    message.ack();
  }

  /** Requeues a message, or dead-letters it beyond the delivery limit. */
  requeue(queue: QueueName, message: ConsumeMessage): void {
    const { delivery } = propertiesOf(message);
    delivery.returns += 1;
    if (delivery.returns > deliveryLimitOf(queue))
      this.deadLetter(message, { reason: 'delivery_limit', queue });
    else message.nack(false, true);
  }

  depth(queue: QueueName): number | null {
    const stats = this.#smqp.getQueue(queue)?.getStats();
    return stats ? stats.messageCount - stats.unackedCount : null;
  }
}

export function receivedOf(message: ConsumeMessage): ReceivedMessage {
  const { name, version, items, rejected } = propertiesOf(message);
  return { name, version, items, rejected, content: message.content as Buffer };
}

export function deadLetterInfoOf(message: ConsumeMessage): DeadLetterInfo {
  return propertiesOf(message).death ?? { reason: 'rejected', queue: '' };
}

function propertiesOf(message: ConsumeMessage): Properties {
  return message.properties as unknown as Properties;
}
