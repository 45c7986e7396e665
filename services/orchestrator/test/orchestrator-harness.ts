import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBlobStore, type BlobStore } from '@medley/blobs';
import { createMemoryBroker, type Broker } from '@medley/broker';
import {
  newTask,
  type NewTask,
  type ResolvedStep,
  type StepFinished,
  type StepRun,
  type Task,
} from '@medley/contracts';
import { createLogger, Health, Lifecycle, loadConfig } from '@medley/kit';
import { orchestratorSchema, startOrchestrator } from '@medley/orchestrator';
import { connectStores, type Stores } from '@medley/store';
import { Registry } from 'prom-client';
import { randomUUID } from 'node:crypto';
import { startTestMongo } from '@medley/testing/mongo';

const masterKey = Buffer.alloc(32, 7).toString('base64');
/** Interval of the task timer. */
export const TICK_MS = 50;

/** An orchestrator on a real database and the in-memory broker, with workers that the test controls. */
export interface OrchestratorHarness {
  broker: Broker;
  stores: Stores;
  blobs: BlobStore;
  accountId: string;
  /** Start an orchestrator, by default on the stores of the harness; `stop` of the harness stops it. */
  orchestrate(
    env?: Record<string, string>,
    stores?: Stores,
  ): Promise<{ stop(): Promise<void>; metrics: Registry; health: Health }>;
  /** Consume every `step.run` of depersonalize with this handler. */
  work(answer: (run: StepRun) => Promise<void> | void): Promise<void>;
  /**
   * Store a task of depersonalize steps as the gateway would, by default one of another process; `send` false loses the
   * message.
   */
  submit(
    steps: ResolvedStep[],
    facts?: Partial<NewTask> & { send?: boolean; isOfThisProcess?: boolean },
  ): Promise<string>;
  task(id: string): Promise<Task>;
  stop(): Promise<void>;
}

export function step(id: string, depends_on: string[] = []): ResolvedStep {
  return { id, name: 'depersonalize', depends_on, options: {} };
}

/** Report a step as done with this text. */
export function done(
  harness: OrchestratorHarness,
  run: StepRun,
  text: string,
  more: Pick<StepFinished, 'continues_with' | 'worker'> = {},
): Promise<unknown> {
  const { task_id, step_id, attempt } = run;
  return harness.broker.publish('step.finished', {
    task_id, step_id, attempt, elapsed_ms: 5, outcome: 'completed',
    output: { inline: JSON.stringify({ text, mode: 'blind', entities: [] }) },
    text: { inline: text }, media: null, mapping: null, usage: { characters: 10 }, ...more,
  }); // prettier-ignore
}

export function failed(
  harness: OrchestratorHarness,
  run: StepRun,
  error: { code: string; retryable: boolean },
): Promise<unknown> {
  const { task_id, step_id, attempt } = run;
  return harness.broker.publish('step.finished', {
    task_id, step_id, attempt, elapsed_ms: 5, outcome: 'failed', error: { message: 'the step failed', ...error },
  }); // prettier-ignore
}

const silent = createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'text' });

export async function startHarness(logger = silent): Promise<OrchestratorHarness> {
  const directory = await mkdtemp(join(tmpdir(), 'medley-orchestrator-'));
  const mongo = await startTestMongo();
  const stores = await connectStores({ url: mongo.url, logger, masterKey });
  const broker = createMemoryBroker({ logger });
  const blobs = await openBlobStore({ BLOB_STORE: 'fs', DATA_DIR: directory, S3_REGION: '' }, logger);
  const { id: accountId } = await stores.accounts.create({
    name: 'test',
    tariff: 'unlimited',
    balance: 1_000_000,
  });
  const running: Lifecycle[] = [];

  return {
    broker,
    stores,
    blobs,
    accountId,
    orchestrate: async (env = {}, seenStores = stores) => {
      const lifecycle = new Lifecycle(logger);
      running.push(lifecycle);
      const config = loadConfig(orchestratorSchema, {
        AMQP_URL: 'amqp://embedded', MONGO_URL: mongo.url, MASTER_KEY: masterKey,
        ORCHESTRATOR_TICK_MS: String(TICK_MS), STEP_RETRY_DELAYS_S: '0.05,0.05', ...env,
      }); // prettier-ignore
      const context = {
        name: 'orchestrator',
        instance: 'test',
        logger,
        lifecycle,
        health: new Health(),
        metrics: new Registry(),
      };
      await startOrchestrator({ ...context, config }, { broker, stores: seenStores, blobs });
      return { stop: () => lifecycle.stop(), metrics: context.metrics, health: context.health };
    },
    work: async (answer) => {
      await broker.consume(
        'steps.depersonalize',
        { 'step.run': async (run) => answer(run) },
        { prefetch: 10 },
      );
    },
    submit: async (steps, { send = true, isOfThisProcess = false, ...facts } = {}) => {
      const id = randomUUID();
      const reserved = 10_000;
      const input = {
        url: null, text: 'Привет', filename: null, language_in: 'ru', language_out: 'ru',
        prompt: null, template: null, response_schema: null,
      }; // prettier-ignore
      const task = newTask(
        {
          id,
          account_id: accountId,
          input,
          steps,
          metadata: [],
          webhook_url: null,
          ttl: 4,
          reserved,
          ...facts,
        },
        stores.now(),
      );
      if (isOfThisProcess) await stores.creations.create(task, { unfinishedMax: null });
      else {
        await stores.accounts.reserve(accountId, id, { units: reserved, unfinishedMax: null });
        await stores.tasks.insert(task);
      }
      if (send) await broker.publish('task.submitted', { task_id: id });
      return id;
    },
    task: async (id) => {
      const task = await stores.tasks.find(id);
      if (!task) throw new Error(`no task ${id}`);
      return task;
    },
    stop: async () => {
      await Promise.all(running.map((lifecycle) => lifecycle.stop()));
      await broker.close();
      await stores.close();
      await mongo.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
