import { connect, type Channel } from 'amqplib';
import { Broker as SmqpBroker } from 'smqp';
import { randomUUID } from 'node:crypto';
import { connectAmqpBroker, createMemoryBroker, type Broker, type QueueName } from '@medley/broker';
import { stepKinds } from '@medley/contracts';
import { createLogger } from '@medley/kit';

export const logger = createLogger('test', { LOG_LEVEL: 'error', LOG_FORMAT: 'text' });
logger.silent = true;

export interface RawMessage {
  name: string;
  version: unknown;
  content: string | Buffer;
}

/** A broker and a way to do behind its back what only an operator or a foreign program would do. */
export interface BrokerHarness {
  broker: Broker;
  deleteQueue(queue: QueueName): Promise<void>;
  inject(queue: QueueName, message: RawMessage): Promise<void>;
  close(): Promise<void>;
}

export async function startMemoryBrokerHarness(): Promise<BrokerHarness> {
  const smqp = new SmqpBroker();
  const broker = createMemoryBroker({ logger, smqp });
  return {
    broker,
    deleteQueue: async (queue) => void smqp.deleteQueue(queue),
    inject: async (queue, { name, version, content }) => {
      const properties = { name, version, life: { returns: 0 } };
      smqp.sendToQueue(queue, Buffer.from(content), properties);
    },
    close: () => broker.close(),
  };
}

export interface AmqpHarness extends BrokerHarness {
  /** A channel of another connection, straight to the broker. */
  admin: Channel;
  prefix: string;
  queueName(queue: QueueName | 'dead'): string;
}

export interface AmqpHarnessOptions {
  /** Another way to the same broker, a fault proxy for example. */
  brokerUrl?: string;
  stallCheckMs?: number;
  /** Done before the broker under test connects. */
  prepare?(admin: Channel, prefix: string): Promise<unknown>;
}

/** A broker of RabbitMQ whose names nobody else uses; closing removes everything that has them. */
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
  const broker = await connectAmqpBroker({ ...brokerOptions, url: brokerUrl, logger, name: 'test', prefix });
  return {
    broker,
    admin,
    prefix,
    queueName,
    deleteQueue: async (queue) => void (await admin.deleteQueue(queueName(queue))),
    inject: async (queue, { name, version, content }) => {
      const options = { type: name, headers: { version }, persistent: true };
      admin.sendToQueue(queueName(queue), Buffer.from(content), options);
    },
    close: async () => {
      await broker.close();
      const steps = stepKinds.map((kind) => `steps.${kind}` as const);
      for (const queue of [...steps, 'orchestrator', 'webhooks', 'dead'] as const) {
        await admin.deleteQueue(queueName(queue));
      }
      for (const exchange of ['work', 'dlx', 'signals']) await admin.deleteExchange(`${prefix}.${exchange}`);
      await connection.close();
    },
  };
}
