import type { BlobStore } from '@medley/blobs';
import type { Broker, MessageHandlers } from '@medley/broker';
import { joinsUnits, type StepKind, type StepRun } from '@medley/contracts';
import { runInBackground, SlotWatchdog, type Keyring, type Logger, type ServiceContext } from '@medley/kit';
import { Admission } from './admission';
import { Attempt } from './attempt';
import type { AttemptContext } from './attempt-context';
import { Claims } from './claims';
import { Intake } from './intake';
import { listenToSignals, type WorkerState } from './listen-to-signals';
import { MasterKeyCheck } from './master-key-check';
import { Offers } from './offers';
import { startPresence, type Presence, type WorkerStatus } from './presence';
import { Slots } from './slots';
import type { StepHandler } from './step-handler';
import { stepMetrics } from './step-metrics';
import type { StepRunner } from './step-runner';
import { StepWorkerGroup } from './step-worker-group';
import { Unit } from './unit';
import type { Units } from './units';
import { WorkerPaused } from './worker-paused';
import { WorkerStopping } from './worker-stopping';
import { makeWorkDir, checkWorkDir } from './workspace';
import { sweepOrphans } from './sweep-orphans';

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
  /** Of the master keys that the handler opens and seals values with; absent: it uses none. */
  keyring?: Keyring;
}

/** What a worker service is started with; the caller opens and closes them. */
export interface StepWorkerDependencies {
  broker: Broker;
  blobs: BlobStore;
  /** Shared by the workers of a process whose steps may run in one unit; by default a worker has its own. */
  group?: StepWorkerGroup;
}

export type StepWorkerContext = Pick<
  ServiceContext<unknown>,
  'logger' | 'lifecycle' | 'metrics' | 'instance' | 'health'
>;

/** Runs the steps of one kind until the process stops. A message is acked after its results are confirmed. */
export async function startStepWorker<K extends StepKind>(
  worker: StepWorker<K>,
  dependencies: StepWorkerDependencies,
  context: StepWorkerContext,
): Promise<void> {
  const { kind } = worker;
  const { broker, blobs, group = new StepWorkerGroup() } = dependencies;
  const { logger, lifecycle, instance } = context;
  const { clock, units } = group;
  const attemptContext: AttemptContext<K> = {
    ...{ ...worker, broker, blobs, logger },
    metrics: stepMetrics(context.metrics),
    watchdog: new SlotWatchdog(kind, context),
  };
  const slots = new Slots(worker.concurrency);
  const admission = new Admission(slots, new Claims({ broker, clock, instance }));
  const intake = new Intake({
    ...{ kind, logger },
    consume: () => broker.consume(`steps.${kind}`, handlers, { prefetch: worker.concurrency }),
    refuseWaiting: () => admission.stop(new WorkerPaused()),
  });
  const runner: StepRunner = {
    ...{ kind, slots },
    begin: (run, wake) => new Attempt(run, attemptContext, wake),
    isPaused: () => intake.isPaused !== false,
  };
  group.runners.set(kind, runner);
  const unitDependencies = { broker, ...group, instance, stopping: lifecycle.signal };
  const keyCheck = checkOf(worker, context);
  const offers = new Offers({ runner, dependencies: unitDependencies, logger });
  const state: WorkerState = { admission, intake, keyCheck, offers, runner, units, unitDependencies };
  const handlers: MessageHandlers = { 'step.run': (run, info) => handleRun(run, info.redelivered, state) };

  await makeWorkDir(worker.workDir);
  context.health.register(`${kind} work directory`, () => checkWorkDir(worker.workDir));
  context.health.warn(kind, () => (intake.isPaused === null ? 'no orchestrator has answered yet' : null));

  const sweep = setInterval(() => {
    units.dropStale();
    runInBackground(sweepOrphans(attemptContext), logger, 'sweep');
  }, SWEEP_MS);
  lifecycle.onStop(`${kind} sweep`, () => clearInterval(sweep));
  await sweepOrphans(attemptContext);

  await startSignals(worker, state, context);
  // All kinds of a process drain concurrently.
  drainAtStop(state, context);
}

/** Listens to signals and announces the worker. */
async function startSignals<K extends StepKind>(
  { kind, concurrency, announce }: StepWorker<K>,
  state: WorkerState,
  { lifecycle, instance }: StepWorkerContext,
): Promise<void> {
  const { intake, unitDependencies } = state;
  const announced = { kind, instance, concurrency, shares_messages: true, takes_offers: joinsUnits(kind) };
  const started: { presence?: Presence } = {};
  lifecycle.onStop(`${kind} announcements`, () => started.presence?.stop());
  const listener = await listenToSignals(state, () => started.presence?.announce());
  lifecycle.onStop(`${kind} signals`, () => listener.close());
  // The announcement is also the question whether the kind is paused: the intake begins with the answer.
  started.presence = startPresence(unitDependencies.broker, announced, () => {
    return { ...announce(), paused: intake.isPaused === true };
  });
}

function drainAtStop(state: WorkerState, { logger, lifecycle }: StepWorkerContext): void {
  const drained = aborted(lifecycle.signal).then(() => drain(state, logger));
  lifecycle.onStop(`${state.runner.kind} steps`, () => drained);
}

function checkOf(
  { kind, keyring }: Pick<StepWorker<StepKind>, 'kind' | 'keyring'>,
  { logger, health }: StepWorkerContext,
): MasterKeyCheck {
  if (keyring) health.showKeyring(keyring);
  return new MasterKeyCheck({ kind, keyring, logger, health });
}

/** Throwing keeps the message unacked: the broker calls again, and a kept result is then only published again. */
async function handleRun(
  run: StepRun,
  redelivered: boolean,
  { admission, runner, units, unitDependencies }: WorkerState,
): Promise<'reject' | undefined> {
  if (run.kind !== runner.kind) return 'reject';
  let unit = units.find(run);
  if (!unit) {
    if (unitDependencies.stopping.aborted) throw new WorkerStopping();
    await reportEarlier(run, units);
    if (runner.isPaused()) throw new WorkerPaused();
    const admitted = admission.admit(run, redelivered);
    if (!(typeof admitted === 'boolean' ? admitted : await admitted)) return undefined;
    // Another message for it may have waited too.
    unit = units.find(run);
    if (unit) runner.slots.release();
    else unit = new Unit(run, runner, unitDependencies);
  }
  try {
    await unit.ended;
  } catch (error) {
    // Only a stopping worker ends an attempt without a result.
    units.forget(unit);
    throw error;
  }
  await unit.report();
  units.forget(unit);
  return undefined;
}

/** The attempt before may have been given up while this process could not report it: its result comes before a new start. */
async function reportEarlier(run: StepRun, units: Units): Promise<void> {
  const earlier = units.find({ ...run, attempt: run.attempt - 1 });
  if (!earlier) return;
  await earlier.ended;
  await earlier.report();
}

async function drain({ admission, intake, runner, units }: WorkerState, logger: Logger): Promise<void> {
  const { kind } = runner;
  const reason = new WorkerStopping();
  admission.stop(reason);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, DRAIN_MS);
  });
  await Promise.race([intake.stop(), timeout]);
  clearTimeout(timer);
  const count = await units.interrupt(kind, reason);
  if (count > 0) logger.warn('steps were interrupted by the stop', { kind, count });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
