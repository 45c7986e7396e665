import type { BlobStore } from '@medley/blobs';
import type { Broker, Consumer } from '@medley/broker';
import { signalTopics, type StepCancelSignal, type StepKind, type StepRun } from '@medley/contracts';
import { AppError, messageOf, SlotWatchdog, type ServiceContext } from '@medley/kit';
import { startAnnouncing, type WorkerFacts } from './announce-worker';
import { Attempts } from './attempts';
import { runAttempt, WorkerStopping, type AttemptFrame } from './run-attempt';
import type { StepHandler } from './step-handler';
import { stepMetrics } from './step-metrics';
import { makeWorkDir, sweepWorkspaces, workDirTrouble } from './workspace';

/** How long steps in hand may go on once the process is told to stop. */
const DRAIN_MS = 18_000;
const SWEEP_MS = 30_000;

export interface StepWorker<K extends StepKind> {
  kind: K;
  handler: StepHandler<K>;
  /** What `GET /steps` and the checks of provider and model rest on. */
  announce: () => WorkerFacts;
  /** Steps at once. */
  concurrency: number;
  /** One attempt takes at most this long. */
  timeLimitMs: number;
  /** Where the private directories of the attempts are made. */
  workDir: string;
}

export interface StepWorkerPorts {
  broker: Broker;
  blobs: BlobStore;
}

export type StepWorkerContext = Pick<
  ServiceContext<unknown>,
  'logger' | 'lifecycle' | 'metrics' | 'instance' | 'health'
>;

/** Run the steps of one kind until the process stops. A message is acked only after its result is confirmed. */
export async function startStepWorker<K extends StepKind>(
  worker: StepWorker<K>,
  ports: StepWorkerPorts,
  context: StepWorkerContext,
): Promise<void> {
  const { kind } = worker;
  const { broker } = ports;
  const { logger, lifecycle } = context;
  const attempts = new Attempts();
  const frame: AttemptFrame<K> = {
    ...worker,
    ...ports,
    logger,
    metrics: stepMetrics(context.metrics),
    watchdog: new SlotWatchdog(kind, context),
  };

  await makeWorkDir(worker.workDir);
  context.health.register(`${kind} work directory`, () => workDirTrouble(worker.workDir));

  const announcer = startAnnouncing(broker, { kind, instance: context.instance }, worker.announce);
  lifecycle.onStop(`${kind} announcements`, () => announcer.stop());

  const listener = await broker.listen((event) => {
    if (event.name === 'step.cancel') attempts.cancel(event.body as StepCancelSignal);
    if (event.name === 'worker.census') announcer.announce();
  });
  lifecycle.onStop(`${kind} signals`, () => listener.close());
  await Promise.all([listener.bind(signalTopics.stepCancel), listener.bind(signalTopics.workerCensus)]);

  const sweep = setInterval(() => void sweepOrphans(frame), SWEEP_MS);
  lifecycle.onStop(`${kind} sweep`, () => clearInterval(sweep));
  await sweepOrphans(frame);

  const consumer = await broker.consume(
    `steps.${kind}`,
    { 'step.run': (run) => handleRun(run, { attempts, frame, stopping: lifecycle.signal }) },
    { prefetch: worker.concurrency },
  );
  // All kinds of a process drain at the same time, not one after the other.
  const drained = once(lifecycle.signal).then(() => drain(consumer, { attempts, frame }));
  lifecycle.onStop(`${kind} steps`, () => drained);
}

interface Hands<K extends StepKind> {
  attempts: Attempts;
  frame: AttemptFrame<K>;
}

/** Throwing keeps the message: the broker calls again, and the result in hand is then only told once more. */
async function handleRun<K extends StepKind>(
  run: StepRun,
  { attempts, frame, stopping }: Hands<K> & { stopping: AbortSignal },
): Promise<'reject' | undefined> {
  if (run.kind !== frame.kind) return 'reject';
  if (stopping.aborted && !attempts.has(run)) throw new WorkerStopping();
  const report = await attempts.join(run, (controller) => runAttempt(run, frame, controller));
  const outcome = await frame.broker.publish('step.finished', report);
  if (outcome !== 'confirmed') {
    throw new AppError('UPSTREAM_UNAVAILABLE', `the broker did not take the result of the step: ${outcome}`);
  }
  attempts.forget(run);
  return undefined;
}

async function drain<K extends StepKind>(consumer: Consumer, { attempts, frame }: Hands<K>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, DRAIN_MS);
  });
  const stopped = consumer.stop().catch((error: unknown) => {
    frame.logger.warn('the consumer did not stop in order', { kind: frame.kind, error: messageOf(error) });
  });
  await Promise.race([stopped, patience]);
  clearTimeout(timer);
  const count = await attempts.abortAll(new WorkerStopping());
  if (count > 0) frame.logger.warn('steps were interrupted by the stop', { kind: frame.kind, count });
}

async function sweepOrphans<K extends StepKind>({ workDir, logger }: AttemptFrame<K>): Promise<void> {
  try {
    const count = await sweepWorkspaces(workDir);
    if (count > 0) logger.info('orphaned workspaces removed', { count });
  } catch (error) {
    logger.warn('orphaned workspaces could not be removed', { error: messageOf(error) });
  }
}

function once(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
