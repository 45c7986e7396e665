import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { openBlobStore, type BlobStore } from '@medley/blobs';
import { createMemoryBroker, type Broker, type SignalEvent } from '@medley/broker';
import {
  signalTopics,
  type MediaRef,
  type StepFailure,
  type StepFinished,
  type StepInput,
  type StepKind,
  type StepRun,
  type StepSuccess,
  type WorkerAnnouncement,
} from '@medley/contracts';
import { createLogger, Health, Lifecycle, loadConfig, type Logger, type ServiceContext } from '@medley/kit';
import type Joi from 'joi';
import { Registry } from 'prom-client';
import { until } from '../until';
import { permitWork } from './permit-work';

/** Longer than any suite waits, so that the timeout of the suite applies. */
const STEP_MS = 120_000;

export interface WorkerService<C> {
  kind: StepKind;
  schema: Joi.ObjectSchema<C>;
  start(context: ServiceContext<C>, ports: { broker: Broker; blobs: BlobStore }): Promise<void>;
}

export interface StepTicket {
  taskId: string;
  finished: Promise<StepFinished>;
}

/** A worker service driven by messages alone, on the memory broker and a blob store of files. */
export interface ServiceHarness {
  blobs: BlobStore;
  health: Health;
  metrics: Registry;
  /** Signals about tasks that the service has published. */
  events: SignalEvent[];
  /** All log lines of the service, as JSON. */
  logged(): string;
  putMedia(bytes: Buffer, facts: Pick<MediaRef, 'content_type' | 'duration'>): Promise<MediaRef>;
  send(input: StepInput, options: object, more?: Partial<StepRun>): Promise<StepTicket>;
  /** Runs a step. @throws when it fails */
  succeed(input: StepInput, options: object): Promise<StepSuccess & { data: unknown }>;
  /** Runs a step and returns its error. @throws when it succeeds */
  fail(input: StepInput, options: object, more?: Partial<StepRun>): Promise<StepFailure['error']>;
  cancel(taskId: string): void;
  announcement(): Promise<WorkerAnnouncement>;
  /** Workspaces that the service has not removed. */
  leftovers(): Promise<string[]>;
  close(): Promise<void>;
}

export async function startServiceHarness<C>(
  service: WorkerService<C>,
  env: Record<string, string>,
): Promise<ServiceHarness> {
  const directory = await mkdtemp(join(tmpdir(), 'medley-worker-'));
  const settings = { AMQP_URL: 'amqp://unused', DATA_DIR: directory, ALLOW_BUNDLED_FFMPEG: 'true', ...env };
  const lines: string[] = [];
  const logger = capturingLogger(lines);
  const blobs = await openBlobStore({ BLOB_STORE: 'fs', DATA_DIR: directory, S3_REGION: 'none' }, logger);
  const broker = createMemoryBroker({ logger });
  const lifecycle = new Lifecycle(logger);
  const orchestrator = await connectOrchestratorStub(broker, service.kind);
  const close = async (): Promise<void> => {
    await lifecycle.stop();
    await orchestrator.close();
    await broker.close();
    await rm(directory, { recursive: true, force: true });
  };
  const context: ServiceContext<C> = {
    name: service.kind,
    instance: `${service.kind}-test`,
    config: loadConfig(service.schema, settings),
    logger,
    lifecycle,
    health: new Health(),
    metrics: new Registry(),
  };
  try {
    await service.start(context, { broker, blobs });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    ...orchestrator,
    blobs,
    health: context.health,
    metrics: context.metrics,
    close,
    logged: () => lines.join('\n'),
    async putMedia(bytes, facts) {
      const blob = `tasks/${randomUUID()}/fetch/1/media`;
      return { blob, ...facts, size: (await blobs.put(blob, bytes)).size };
    },
    async leftovers() {
      const work = await readdir(join(directory, 'work', service.kind)).catch(() => []);
      return work.filter((name) => name.startsWith('step-'));
    },
  };
}

type OrchestratorStub = Pick<
  ServiceHarness,
  'send' | 'succeed' | 'fail' | 'cancel' | 'announcement' | 'events' | 'close'
>;

/** Stands in for the orchestrator: sends steps, collects reports and announcements. */
async function connectOrchestratorStub(broker: Broker, kind: StepKind): Promise<OrchestratorStub> {
  const reports = new Map<string, StepFinished>();
  const announcements: WorkerAnnouncement[] = [];
  const events: SignalEvent[] = [];
  const subscription = await broker.listen((event) => {
    if (event.name === 'worker.announced') announcements.push(event.body as WorkerAnnouncement);
    else events.push(event);
  });
  await Promise.all([subscription.bind(signalTopics.workerAnnounced), subscription.bind('events.#')]);
  await permitWork(broker);
  const consumer = await broker.consume(
    'orchestrator',
    {
      'step.finished': (report) => void reports.set(report.task_id, report),
      'step.alive': () => Promise.resolve(),
    },
    { prefetch: 10 },
  );
  const send: OrchestratorStub['send'] = async (input, options, more = {}) => {
    const taskId = randomUUID();
    const deadline = new Date(Date.now() + 600_000).toISOString();
    const ids = { task_id: taskId, step_id: kind, kind, attempt: 1, deadline_at: deadline };
    await broker.publish('step.run', { ...ids, input, options: JSON.stringify(options), ...more });
    return { taskId, finished: waitFor(() => reports.get(taskId), STEP_MS) };
  };
  return {
    send,
    events,
    async succeed(input, options) {
      const report = await (await send(input, options)).finished;
      if (report.outcome !== 'completed') throw new Error(`the step failed: ${JSON.stringify(report.error)}`);
      if (!('inline' in report.output)) throw new Error('the output is not inline');
      return { ...report, data: JSON.parse(report.output.inline) as unknown };
    },
    async fail(input, options, more) {
      const report = await (await send(input, options, more)).finished;
      if (report.outcome !== 'failed') throw new Error('the step succeeded');
      return report.error;
    },
    cancel: (taskId) =>
      broker.signal('step.cancel', signalTopics.stepCancel, { task_id: taskId, step_id: null }),
    announcement: () => waitFor(() => announcements.findLast((one) => one.kind === kind)),
    async close() {
      await consumer.stop();
      await subscription.close();
    },
  };
}

/** Waits until `read` gives a value. */
async function waitFor<T>(read: () => T | undefined, timeoutMs?: number): Promise<T> {
  await until(() => read() !== undefined, timeoutMs === undefined ? {} : { timeoutMs });
  return read() as T;
}

function capturingLogger(lines: string[]): Logger {
  const logger = createLogger('test', { LOG_LEVEL: 'debug', LOG_FORMAT: 'json' });
  logger.clear();
  logger.pipe(
    new Writable({
      objectMode: true,
      write(info: unknown, _encoding, done) {
        lines.push(JSON.stringify(info));
        done();
      },
    }),
  );
  return logger;
}
