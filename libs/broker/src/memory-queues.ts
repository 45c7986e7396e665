import type { Broker as SmqpBroker, ConsumeMessage } from 'smqp';
import type { QueueName } from './broker';
import type { ReceivedMessage, WireMessage } from './codec';
import { deliveryLimitOf, queueNames } from './topology';

export const DEAD_QUEUE = 'dead';
const WORK = 'work';

/** Why and from where a message was dead-lettered. */
export interface Death {
  reason: string;
  queue: string;
}

interface Properties {
  name: string;
  version: number;
  /** Shared by every redelivery of one message. */
  life: { returns: number };
  death?: Death;
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

  /** False: there is no such queue (any more). */
  publish(queue: QueueName, message: WireMessage): boolean {
    const { name, version, messageId, content } = message;
    const life = { returns: 0 };
    // smqp emits `return` for an unroutable message synchronously during the publish, so a flag is enough.
    this.#returned = false;
    this.#smqp.publish(WORK, queue, content, { name, version, life, messageId, mandatory: true });
    return !this.#returned;
  }

  deadLetter(message: ConsumeMessage, death: Death): void {
    this.#smqp.sendToQueue(DEAD_QUEUE, message.content, { ...message.properties, death });
    message.ack();
  }

  /** Return a message to its place in the queue, or dead-letter it past the delivery limit. */
  requeue(queue: QueueName, message: ConsumeMessage): void {
    const { life } = propertiesOf(message);
    life.returns += 1;
    if (life.returns > deliveryLimitOf(queue)) this.deadLetter(message, { reason: 'delivery_limit', queue });
    else message.nack(false, true);
  }

  depth(queue: QueueName): number | null {
    const stats = this.#smqp.getQueue(queue)?.getStats();
    return stats ? stats.messageCount - stats.unackedCount : null;
  }
}

export function receivedOf(message: ConsumeMessage): ReceivedMessage {
  const { name, version } = propertiesOf(message);
  return { name, version, content: message.content as Buffer };
}

export function deathOf(message: ConsumeMessage): Death {
  return propertiesOf(message).death ?? { reason: 'rejected', queue: '' };
}

function propertiesOf(message: ConsumeMessage): Properties {
  return message.properties as unknown as Properties;
}
