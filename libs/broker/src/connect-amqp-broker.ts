import type { Registry } from 'prom-client';
import type { Logger } from '@medley/kit';
import { AmqpBroker, FIRST_CONNECT_MS } from './amqp-broker';
import { AmqpConnection } from './amqp-connection';
import { amqpNames } from './amqp-names';
import type { Broker } from './broker';
import { createBrokerMetrics } from './broker-metrics';
import { passiveDeclarer, activeDeclarer } from './topology-declarer';

const STALL_CHECK_MS = 15_000;

export interface AmqpBrokerOptions {
  url: string;
  logger: Logger;
  /** Name of the process, shown in RabbitMQ's list of connections. */
  name: string;
  /** Prefix of every queue and exchange (default `medley`); systems with different prefixes are isolated from each other. */
  prefix?: string;
  /** Whether to declare queues and exchanges (default), or only to check passively that they exist. */
  declare?: boolean;
  /** Milliseconds between checks for a stalled consumer; one that is stalled at two checks subscribes again. */
  stallCheckMs?: number;
  /** Registry of the counters; at most one broker for each registry. */
  metrics?: Registry;
}

/**
 * Connects to RabbitMQ 3.10 or newer. Resolves after 5 s even without a connection: it keeps connecting, and `checkHealth()`
 * reports the reason until it succeeds.
 */
export async function connectAmqpBroker(options: AmqpBrokerOptions): Promise<Broker> {
  const { url, logger, name, prefix = 'medley', stallCheckMs = STALL_CHECK_MS, metrics } = options;
  const [publishing, consuming] = await Promise.all([
    AmqpConnection.open({ url, logger, name: `${name} (publishing)` }),
    AmqpConnection.open({ url, logger, name: `${name} (consuming)` }),
  ]);
  const names = amqpNames(prefix);
  const declarer = (options.declare ?? true) ? activeDeclarer(names) : passiveDeclarer(names);
  const counters = createBrokerMetrics(metrics, () => publishing.isBlocked);
  const broker = new AmqpBroker({ publishing, consuming, names, declarer, logger, stallCheckMs, counters });
  await broker.waitReady(FIRST_CONNECT_MS);
  return broker;
}
