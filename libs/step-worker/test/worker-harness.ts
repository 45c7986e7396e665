import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBlobStore, type BlobStore } from '@medley/blobs';
import { createMemoryBroker, type Broker, type PublishOutcome, type SignalEvent } from '@medley/broker';
import type { DeadLetter } from '@medley/broker';
import { signalTopics } from '@medley/contracts';
import type {
  MessageName,
  StepClaim,
  StepHeartbeat,
  StepFinished,
  StepKind,
  StepRun,
} from '@medley/contracts';
import { createLogger, Health, Lifecycle } from '@medley/kit';
import {
  startStepWorker,
  type StepHandler,
  type StepWorker,
  type StepWorkerGroup,
} from '@medley/step-worker';
import { Registry } from 'prom-client';
import { until } from '@medley/testing';

/** A worker on the in-memory broker with the handler of a test. */
export interface WorkerHarness {
  broker: Broker;
  blobs: BlobStore;
  lifecycle: Lifecycle;
  metrics: Registry;
  health: Health;
  workDir: string;
  finished: StepFinished[];
  alive: StepHeartbeat[];
  claims: StepClaim[];
  deadLetters: DeadLetter[];
  signals: SignalEvent[];
  start<K extends StepKind>(
    kind: K,
    handler: StepHandler<K>,
    more?: Partial<StepWorker<K>>,
    group?: StepWorkerGroup,
  ): Promise<void>;
  run(more?: Partial<StepRun>, mayShare?: boolean): Promise<StepRun>;
  /** Stands in for the orchestrator: exactly these kinds are paused. */
  pause(...kinds: StepKind[]): void;
  /** Outcomes of the next publishes of this message; later ones work. */
  failPublishes(name: MessageName, ...outcomes: PublishOutcome[]): void;
  workspaces(): Promise<string[]>;
  close(): Promise<void>;
}

const logger = createLogger('harness', { LOG_LEVEL: 'error', LOG_FORMAT: 'text' });
logger.silent = true;

export async function startWorkerHarness(): Promise<WorkerHarness> {
  const directory = await mkdtemp(join(tmpdir(), 'medley-harness-'));
  const workDir = join(directory, 'work');
  const inner = createMemoryBroker({ logger });
  const outcomes = new Map<MessageName, PublishOutcome[]>();
  const broker = withFailingPublishes(inner, outcomes);
  const blobs = await openBlobStore({ BLOB_STORE: 'fs', DATA_DIR: directory, S3_REGION: 'none' }, logger);
  const lifecycle = new Lifecycle(logger);
  const metrics = new Registry();
  const health = new Health();
  const received = await collectMessages(inner);
  return {
    ...{ broker, blobs, lifecycle, metrics, health, workDir, ...received },
    start: async (kind, handler, more, group) => {
      const announce = (): ReturnType<StepWorker<StepKind>['announce']> => {
        return { ready: true, reason: null, engines: [], default_engine: null };
      };
      const worker = { kind, handler, announce, concurrency: 2, timeLimitMs: 60_000, workDir, ...more };
      const context = { logger, lifecycle, metrics, instance: `${kind}-test`, health };
      await startStepWorker(worker, { broker, blobs, ...(group && { group }) }, context);
      // It has heard whether it is paused.
      await until(async () => !Object.hasOwn((await health.report()).warnings, kind));
    },
    run: async (more = {}, mayShare = false) => {
      const run: StepRun = {
        ...{ task_id: randomUUID(), step_id: 'a', kind: 'llm', attempt: 1 },
        ...{ input: { text: { inline: 'hello' } }, options: '{}' },
        deadline_at: new Date(Date.now() + 600_000).toISOString(),
        ...more,
      };
      await inner.publish('step.run', run, { mayShare });
      return run;
    },
    failPublishes: (name, ...next) => void outcomes.set(name, next),
    workspaces: () => readdir(workDir).catch(() => []),
    close: async () => {
      await lifecycle.stop();
      await inner.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

type ReceivedMessages = Pick<
  WorkerHarness,
  'finished' | 'alive' | 'claims' | 'deadLetters' | 'signals' | 'pause'
>;

async function collectMessages(broker: Broker): Promise<ReceivedMessages> {
  const received = {
    ...{ finished: [] as StepFinished[], alive: [] as StepHeartbeat[], claims: [] as StepClaim[] },
    ...{ deadLetters: [] as DeadLetter[], signals: [] as SignalEvent[] },
  };
  const paused: StepKind[] = [];
  const handlers = {
    'step.finished': (report: StepFinished) => void received.finished.push(report),
    'step.claim': (claim: StepClaim) => void received.claims.push(claim),
    'step.alive': (report: StepHeartbeat) => void received.alive.push(report),
  };
  await broker.consume('orchestrator', handlers, { prefetch: 50 });
  await broker.consumeDeadLetters((letter) => void received.deadLetters.push(letter));
  const listener = await broker.listen((event) => {
    received.signals.push(event);
    if (event.name === 'worker.announced')
      broker.signal('kinds.paused', signalTopics.kindsPaused, { kinds: paused });
  });
  await Promise.all([listener.bind('events.#'), listener.bind('workers.announced')]);
  const pause = (...kinds: StepKind[]): void => {
    paused.splice(0, paused.length, ...kinds);
    broker.signal('kinds.paused', signalTopics.kindsPaused, { kinds: paused });
  };
  return { ...received, pause };
}

function withFailingPublishes(inner: Broker, outcomes: ReadonlyMap<MessageName, PublishOutcome[]>): Broker {
  return {
    publish: async (name, body, options) => {
      return outcomes.get(name)?.shift() ?? inner.publish(name, body, options);
    },
    consume: (queue, handlers, options) => inner.consume(queue, handlers, options),
    consumeDeadLetters: (handler) => inner.consumeDeadLetters(handler),
    signal: (name, topic, body) => inner.signal(name, topic, body),
    listen: (handler) => inner.listen(handler),
    depth: (queue) => inner.depth(queue),
    checkHealth: () => inner.checkHealth(),
    close: () => inner.close(),
  };
}

/** The report of a run; waits for it. */
export async function reportOf(harness: WorkerHarness, run: StepRun): Promise<StepFinished> {
  const find = (): StepFinished | undefined =>
    harness.finished.find((report) => report.task_id === run.task_id);
  await until(() => find() !== undefined);
  return find() as StepFinished;
}
