import { openBlobStore, type BlobStore } from '@medley/blobs';
import { createMemoryBroker, type Broker } from '@medley/broker';
import { newTask, type Delivery, type Task } from '@medley/contracts';
import { createLogger, Health, Lifecycle, loadConfig, slotLimits } from '@medley/kit';
import { createOutbound, type Outbound } from '@medley/outbound';
import { connectStores, type Stores } from '@medley/store';
import { createTaskView } from '@medley/task-view';
import { startWebhookDispatcher, webhookDispatcherSettings } from '@medley/webhook-dispatcher';
import Joi from 'joi';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { startTestMongo } from '@medley/testing/mongo';
import { until } from '@medley/testing';

const masterKey = Buffer.alloc(32, 5).toString('base64');
const logger = createLogger('test', { LOG_LEVEL: 'error', LOG_FORMAT: 'text' });

export interface DispatcherHarness {
  stores: Stores;
  blobs: BlobStore;
  broker: Broker;
  account: { id: string; secret: string };
  /** The real outbound client, which may connect to this machine. */
  outbound: Outbound;
  /** Start one more dispatcher; `settings` as in the environment. */
  start(settings?: Record<string, string>, parts?: DispatcherParts): Promise<RunningDispatcher>;
  /** Store a task that just ended, with a delivery that is due now; publishes its message if `isAnnounced`. */
  finish(url: string, changes?: FinishedChanges): Promise<Task>;
  delivery(taskId: string): Promise<Delivery>;
  /** Wait until the delivery is no longer pending. */
  settled(taskId: string): Promise<Delivery>;
  close(): Promise<void>;
}

interface DispatcherParts {
  outbound?: Outbound;
  overrunMs?: number;
  bodiesBytesMax?: number;
}

export interface RunningDispatcher {
  health: Health;
  metrics: Registry;
  stop(): Promise<void>;
}

interface FinishedChanges {
  task?: Partial<Task>;
  delivery?: Partial<Delivery>;
  text?: string;
  isAnnounced?: boolean;
}

/** `now`: a clock in place of the database's. */
export async function startDispatcherHarness(now?: () => Date): Promise<DispatcherHarness> {
  const mongo = await startTestMongo();
  const dataDir = await mkdtemp(join(tmpdir(), 'medley-dispatcher-'));
  const connected = await connectStores({ url: mongo.url, logger, masterKey });
  const stores = now ? { ...connected, now } : connected;
  const blobs = await openBlobStore({ BLOB_STORE: 'fs', DATA_DIR: dataDir, S3_REGION: 'x' }, logger);
  const broker = createMemoryBroker({ logger });
  const made = await stores.accounts.create({ name: 'test', tariff: 'standard', balance: 0 });
  const account = { id: made.id, secret: made.webhook_secrets[0] ?? '' };
  const client = createOutbound({ allow: ['127.0.0.0/8'] });
  const dispatchers: Lifecycle[] = [];
  const delivery = async (taskId: string): Promise<Delivery> => {
    const task = await stores.tasks.find(taskId);
    if (!task?.delivery) throw new Error('no delivery');
    return task.delivery;
  };

  return {
    stores,
    blobs,
    broker,
    account,
    delivery,
    outbound: client,
    start: async (settings = {}, { outbound = client, ...limits } = {}) => {
      const lifecycle = new Lifecycle(logger);
      dispatchers.push(lifecycle);
      const context = {
        name: 'webhook-dispatcher',
        instance: randomUUID(),
        config: loadConfig(Joi.object(webhookDispatcherSettings), {
          MASTER_KEY: masterKey,
          WEBHOOK_POLL_MS: '25',
          ...settings,
        }),
        logger,
        lifecycle,
        health: new Health(),
        metrics: new Registry(),
      };
      const taskView = createTaskView({ blobs, publicUrl: 'http://localhost', keyring: stores.keyring });
      const dependencies = { broker, stores, blobs, outbound, taskView };
      await startWebhookDispatcher(context, dependencies, {
        ...slotLimits,
        bodiesBytesMax: 256 * 1024 ** 2,
        ...limits,
      });
      return { health: context.health, metrics: context.metrics, stop: () => lifecycle.stop() };
    },
    finish: async (url, changes = {}) => {
      const task = finishedTask(account.id, url, { now: stores.now(), ...changes });
      await stores.tasks.insert(task);
      if (changes.isAnnounced) await broker.publish('task.finished', { task_id: task.id });
      return task;
    },
    settled: async (taskId) => {
      await until(async () => (await delivery(taskId)).state !== 'pending');
      return delivery(taskId);
    },
    close: async () => {
      await Promise.all(dispatchers.map((lifecycle) => lifecycle.stop()));
      await broker.close();
      await stores.close();
      await mongo.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function finishedTask(accountId: string, url: string, facts: FinishedChanges & { now: Date }): Task {
  const { now, text = 'Привет, [PERSON_1]' } = facts;
  const task = newTask(
    {
      id: randomUUID(),
      account_id: accountId,
      input: {
        url: null,
        text: 'Привет, Иван',
        filename: 'letter.txt',
        language_in: 'ru',
        language_out: 'ru',
        prompt: null,
        template: null,
        response_schema: null,
      },
      steps: [{ id: 'pii', name: 'depersonalize', depends_on: [], options: { mode: 'reversible' } }],
      metadata: [{ key: 'order', value: '42' }],
      webhook_url: url,
      ttl: 4,
      reserved: 700,
    },
    now,
  );
  const output = { inline: JSON.stringify({ text, mode: 'reversible', entities: [] }) };
  const status = facts.task?.status === 'failed' ? 'failed' : 'completed';
  return {
    ...task,
    status: 'completed',
    progress: 1,
    steps: task.steps.map((step) => ({
      ...step,
      status: 'completed',
      output,
      text: { inline: text },
      mapping: { inline: 'sealed' },
    })),
    completed_at: now,
    cost: { ...task.cost, settled: true },
    wake_at: null,
    delivery: {
      id: randomUUID(),
      event: `task.${status}`,
      url,
      state: 'pending',
      created_at: now,
      next_attempt_at: now,
      manual_requested_at: null,
      attempts: [],
      body: null,
      ...facts.delivery,
    },
    ...facts.task,
  };
}
