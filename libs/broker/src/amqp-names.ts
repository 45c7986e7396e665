import type { QueueName } from './broker';
import { queueNames } from './topology';

/** Arguments of a declared queue are frozen, so another set of arguments needs another version in the name. */
const VERSION = 'v1';

/** What things are called inside RabbitMQ. */
export interface AmqpNames {
  /** Direct exchange; the routing key is the queue's name without prefix and version. */
  work: string;
  /** Direct exchange of dead letters. */
  dlx: string;
  dead: string;
  /** Topic exchange. */
  signals: string;
  queue(queue: QueueName): string;
  /** Back from a real name; a name that is not ours stays as it is. */
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
