import { Counter, type Registry } from 'prom-client';
import type { MessageName } from '@medley/contracts';
import type { PublishOutcome, QueueName } from './broker';

/** Counters of published and rejected messages. */
export interface BrokerMetrics {
  published(message: MessageName, outcome: PublishOutcome): void;
  /** A message was dead-lettered because it was invalid or its handler rejected it. */
  rejected(queue: QueueName): void;
}

/** Counters on a registry; without a registry they count nothing. */
export function createBrokerMetrics(registry: Registry | undefined): BrokerMetrics {
  if (!registry) return { published: () => undefined, rejected: () => undefined };
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
  return {
    published: (message, outcome) => published.inc({ message, outcome }),
    rejected: (queue) => rejected.inc({ queue }),
  };
}
