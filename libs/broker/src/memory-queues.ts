import type { Broker as Engine, ConsumeMessage } from 'smqp';
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

/** The durable queues of the twin: what RabbitMQ does with a message between its publisher and its consumer. */
export class MemoryQueues {
  readonly #engine: Engine;
  #returned = false;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.declare();
    engine.on('return', () => (this.#returned = true));
  }

  declare(): void {
    const options = { autoDelete: false };
    this.#engine.assertExchange(WORK, 'direct', options);
    this.#engine.assertQueue(DEAD_QUEUE, options);
    for (const queue of queueNames) {
      this.#engine.assertQueue(queue, options);
      this.#engine.bindQueue(queue, WORK, queue);
    }
  }

  /** False: there is no such queue (any more). */
  publish(queue: QueueName, message: WireMessage): boolean {
    const { name, version, messageId, content } = message;
    const life = { returns: 0 };
    // The engine tells of an unroutable message while it is being published, so a flag is enough.
    this.#returned = false;
    this.#engine.publish(WORK, queue, content, { name, version, life, messageId, mandatory: true });
    return !this.#returned;
  }

  bury(message: ConsumeMessage, death: Death): void {
    this.#engine.sendToQueue(DEAD_QUEUE, message.content, { ...message.properties, death });
    message.ack();
  }

  /** Back to its place in the queue, or to the dead letters when that has happened too often. */
  giveBack(queue: QueueName, message: ConsumeMessage): void {
    const { life } = propertiesOf(message);
    life.returns += 1;
    if (life.returns > deliveryLimitOf(queue)) this.bury(message, { reason: 'delivery_limit', queue });
    else message.nack(false, true);
  }

  depth(queue: QueueName): number | null {
    const stats = this.#engine.getQueue(queue)?.getStats();
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
