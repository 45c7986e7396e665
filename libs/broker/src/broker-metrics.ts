import { Counter, Gauge, type Registry } from 'prom-client';
import type { MessageName } from '@medley/contracts';
import type { PublishOutcome, QueueName } from './broker';

/** Metrics of published, held and rejected messages. */
export interface BrokerMetrics {
  published(message: MessageName, outcome: PublishOutcome): void;
  /** A message was dead-lettered because it was invalid or its handler rejected it. */
  rejected(queue: QueueName): void;
  /** A message was delivered; call the returned function once when it is settled. */
  held(queue: QueueName): () => void;
}

const nothing = (): void => undefined;

/** Metrics on a registry; without a registry they count nothing. `isBlocked`: RabbitMQ refuses what is published. */
export function createBrokerMetrics(registry: Registry | undefined, isBlocked: () => boolean): BrokerMetrics {
  if (!registry) return { published: nothing, rejected: nothing, held: () => nothing };
  const registers = [registry];
  const published = new Counter({
    name: 'medley_broker_published_total',
    help: 'Messages published, by outcome',
    labelNames: ['message', 'outcome'],
    registers,
  });
  const rejected = new Counter({
    name: 'medley_broker_rejected_total',
    help: 'Messages dead-lettered because they were invalid or refused',
    labelNames: ['queue'],
    registers,
  });
  const unacked = new Gauge({
    name: 'medley_broker_unacked',
    help: 'Messages that this process holds unacknowledged',
    labelNames: ['queue'],
    registers,
  });
  new Gauge({
    name: 'medley_broker_blocked',
    help: '1 while RabbitMQ blocks publishing because its memory or disk is short, else 0',
    registers,
    collect() {
      this.set(isBlocked() ? 1 : 0);
    },
  });
  return {
    published: (message, outcome) => published.inc({ message, outcome }),
    rejected: (queue) => rejected.inc({ queue }),
    held: (queue) => {
      unacked.inc({ queue });
      return () => unacked.dec({ queue });
    },
  };
}
