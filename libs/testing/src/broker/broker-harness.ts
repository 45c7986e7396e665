import { connect, type Channel } from 'amqplib';
import { randomUUID } from 'node:crypto';
import {
  connectAmqpBroker,
  createMemoryBroker,
  MemoryQueues,
  type Broker,
  type QueueName,
} from '@medley/broker';
import { createLogger } from '@medley/kit';
import { deletePrefix } from './delete-prefix';

export const logger = createLogger('test', { LOG_LEVEL: 'error', LOG_FORMAT: 'text' });
logger.silent = true;

interface RawMessage {
  name: string;
  version: unknown;
  content: string | Buffer;
  /** Of an envelope. */
  items?: unknown;
}

/** A broker with direct access to its queues, for actions of an operator or of another program. */
export interface BrokerHarness {
  broker: Broker;
  deleteQueue(queue: QueueName): Promise<void> | void;
  inject(queue: QueueName | 'dead', message: RawMessage): Promise<void> | void;
  /** Another client of the same broker; closing it is like the death of its process. */
  openPeer(): Promise<Broker>;
  close(): Promise<void>;
}

export function startMemoryBrokerHarness(): Promise<BrokerHarness> {
  const queues = new MemoryQueues();
  const broker = createMemoryBroker({ logger, queues });
  const peers = [broker];
  return Promise.resolve({
    broker,
    deleteQueue: (queue: QueueName) => queues.delete(queue),
    inject: (queue: QueueName | 'dead', { content, ...message }: RawMessage) => {
      queues.inject(queue, { ...message, content: Buffer.from(content) });
    },
    openPeer: () => {
      const peer = createMemoryBroker({ logger, queues });
      peers.push(peer);
      return Promise.resolve(peer);
    },
    close: async () => {
      for (const one of peers) await one.close();
    },
  });
}

export interface AmqpHarness extends BrokerHarness {
  /** A channel on a separate connection to RabbitMQ. */
  admin: Channel;
  prefix: string;
  queueName(queue: QueueName | 'dead'): string;
}

export interface AmqpHarnessOptions {
  /** Another URL of the same broker, for example of a fault proxy. */
  brokerUrl?: string;
  stallCheckMs?: number;
  /** Called before the broker under test connects. */
  prepare?(admin: Channel, prefix: string): Promise<unknown>;
}

/** A RabbitMQ broker with a prefix of its own; closing it deletes everything under that prefix. */
export async function startAmqpBrokerHarness(
  url: string,
  options: AmqpHarnessOptions = {},
): Promise<AmqpHarness> {
  const { brokerUrl = url, prepare, ...brokerOptions } = options;
  const prefix = `test-${randomUUID()}`;
  const queueName = (queue: QueueName | 'dead'): string => `${prefix}.${queue}.v1`;
  const connection = await connect(url);
  const admin = await connection.createChannel();
  await prepare?.(admin, prefix);
  const open = (): Promise<Broker> =>
    connectAmqpBroker({ ...brokerOptions, url: brokerUrl, logger, name: 'test', prefix });
  const broker = await open();
  const peers = [broker];
  return {
    broker,
    admin,
    prefix,
    queueName,
    deleteQueue: async (queue) => {
      await admin.deleteQueue(queueName(queue));
    },
    inject: (queue, { name, version, content, items }) => {
      const options = { type: name, headers: { version, items }, persistent: true };
      admin.sendToQueue(queueName(queue), Buffer.from(content), options);
    },
    openPeer: async () => {
      const peer = await open();
      peers.push(peer);
      return peer;
    },
    close: async () => {
      for (const one of peers) await one.close();
      await deletePrefix(admin, prefix);
      await connection.close();
    },
  };
}
