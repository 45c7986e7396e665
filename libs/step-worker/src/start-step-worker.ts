import type { BlobStore } from '@medley/blobs';
import type { Broker, Consumer } from '@medley/broker';
import { signalTopics, type StepCancelSignal, type StepKind, type StepRun } from '@medley/contracts';
import { AppError, messageOf, runInBackground, SlotWatchdog, type ServiceContext } from '@medley/kit';
import { startPresence, type WorkerStatus } from './presence';
import { Attempts } from './attempts';
import { runAttempt, WorkerStopping, type AttemptContext } from './run-attempt';
import type { StepHandler } from './step-handler';
import { stepMetrics } from './step-metrics';
import { makeWorkDir, sweepWorkspaces, checkWorkDir } from './workspace';

/** Milliseconds that running steps have to finish when the process stops. */
const DRAIN_MS = 18_000;
const SWEEP_MS = 30_000;

export interface StepWorker<K extends StepKind> {
  kind: K;
  handler: StepHandler<K>;
  /** The announced status: the source of `GET /steps` and of the checks of provider and model. */
  announce: () => WorkerStatus;
  /** Steps that run at the same time. */
  concurrency: number;
  /** Longest duration of one attempt. */
  timeLimitMs: number;
  /** Parent of the workspaces of the attempts. */
  workDir: string;
}

/** What a worker service is started with; the caller opens and closes them. */
export interface StepWorkerDependencies {
  broker: Broker;
  blobs: BlobStore;
}

export type StepWorkerContext = Pick<
  ServiceContext<unknown>,
  'logger' | 'lifecycle' | 'metrics' | 'instance' | 'health'
>;

/** Runs the steps of one kind until the process stops. A message is acked after its result is confirmed. */
export async function startStepWorker<K extends StepKind>(
  worker: StepWorker<K>,
  dependencies: StepWorkerDependencies,
  context: StepWorkerContext,
): Promise<void> {
  const { kind } = worker;
  const { broker } = dependencies;
  const { logger, lifecycle } = context;
  const attempts = new Attempts();
  const attemptContext: AttemptContext<K> = {
    ...worker,
    ...dependencies,
    logger,
    metrics: stepMetrics(context.metrics),
    watchdog: new SlotWatchdog(kind, context),
  };

  await makeWorkDir(worker.workDir);
  context.health.register(`${kind} work directory`, () => checkWorkDir(worker.workDir));

  const presence = startPresence(broker, { kind, instance: context.instance }, worker.announce);
  lifecycle.onStop(`${kind} announcements`, () => presence.stop());

  const listener = await broker.listen((event) => {
    if (event.name === 'step.cancel') attempts.cancel(event.body as StepCancelSignal);
    if (event.name === 'worker.census') presence.announce();
  });
  lifecycle.onStop(`${kind} signals`, () => listener.close());
  await Promise.all([listener.bind(signalTopics.stepCancel), listener.bind(signalTopics.workerCensus)]);

  const sweep = setInterval(() => runInBackground(sweepOrphans(attemptContext), logger, 'sweep'), SWEEP_MS);
  lifecycle.onStop(`${kind} sweep`, () => clearInterval(sweep));
  await sweepOrphans(attemptContext);

  const consumer = await broker.consume(
    `steps.${kind}`,
    {
      'step.run': (run) => handleRun(run, { attempts, context: attemptContext, stopping: lifecycle.signal }),
    },
    { prefetch: worker.concurrency },
  );
  // All kinds of a process drain concurrently.
  const drained = aborted(lifecycle.signal).then(() =>
    drain(consumer, { attempts, context: attemptContext }),
  );
  lifecycle.onStop(`${kind} steps`, () => drained);
}

interface WorkerState<K extends StepKind> {
  attempts: Attempts;
  context: AttemptContext<K>;
}

/** Throwing keeps the message unacked: the broker calls again, and a kept result is then only published again. */
async function handleRun<K extends StepKind>(
  run: StepRun,
  { attempts, context, stopping }: WorkerState<K> & { stopping: AbortSignal },
): Promise<'reject' | undefined> {
  if (run.kind !== context.kind) return 'reject';
  if (stopping.aborted && !attempts.has(run)) throw new WorkerStopping();
  const report = await attempts.join(run, (controller) => runAttempt(run, context, controller));
  const outcome = await context.broker.publish('step.finished', report);
  if (outcome !== 'confirmed') {
    throw new AppError('UPSTREAM_UNAVAILABLE', `the broker did not take the result of the step: ${outcome}`);
  }
  attempts.forget(run);
  return undefined;
}

async function drain<K extends StepKind>(
  consumer: Consumer,
  { attempts, context }: WorkerState<K>,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, DRAIN_MS);
  });
  const stopped = consumer.stop().catch((error: unknown) => {
    context.logger.warn('the consumer did not stop in order', {
      kind: context.kind,
      error: messageOf(error),
    });
  });
  await Promise.race([stopped, timeout]);
  clearTimeout(timer);
  const count = await attempts.abortAll(new WorkerStopping());
  if (count > 0) context.logger.warn('steps were interrupted by the stop', { kind: context.kind, count });
}

async function sweepOrphans<K extends StepKind>({ workDir, logger }: AttemptContext<K>): Promise<void> {
  try {
    const count = await sweepWorkspaces(workDir);
    if (count > 0) logger.info('orphaned workspaces removed', { count });
  } catch (error) {
    logger.warn('orphaned workspaces could not be removed', { error: messageOf(error) });
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
