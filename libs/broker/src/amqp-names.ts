import type { QueueName } from './broker';
import { queueNames } from './topology';

/** RabbitMQ refuses to redeclare a queue with other arguments, so changed arguments need a new version. */
const VERSION = 'v1';

/** Names of exchanges and queues in RabbitMQ. */
export interface AmqpNames {
  /** Direct exchange; the routing key is the queue name without prefix and version. */
  work: string;
  /** Dead-letter exchange (direct). */
  dlx: string;
  dead: string;
  /** Topic exchange. */
  signals: string;
  queue(queue: QueueName): string;
  /** The queue of a name in RabbitMQ; an unknown name is returned unchanged. */
  logical(name: string): string;
}

export function amqpNames(prefix: string): AmqpNames {
  const queue = (name: QueueName): string => `${prefix}.${name}.${VERSION}`;
  const logical = new Map(queueNames.map((name) => [queue(name), name]));
  return {
    work: `${prefix}.work`,
    dlx: `${prefix}.dlx`,
    dead: `${prefix}.dead.${VERSION}`,
    signals: `${prefix}.signals`,
    queue,
    logical: (name) => logical.get(name) ?? name,
  };
}
