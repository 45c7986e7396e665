import { stepBlobKey, type BlobStore } from '@medley/blobs';
import type { Broker } from '@medley/broker';
import {
  checkOfMessage,
  type StepFailure,
  type StepFinished,
  type StepKind,
  type StepRun,
  type StepRunOptions,
  type StepSuccess,
} from '@medley/contracts';
import { AppError, messageOf, toFailure, type Logger, type SlotWatchdog } from '@medley/kit';
import { startHeartbeat, type Heartbeat } from './heartbeat';
import type { StepHandler } from './step-handler';
import { stepInputs } from './step-inputs';
import type { StepMetrics, StepOutcome } from './step-metrics';
import { reportSuccess } from './step-report';
import { openWorkspace, type Workspace } from './workspace';

/** Milliseconds an aborted handler has to settle before its slot is released. */
const ABORT_GRACE_MS = 1_500;
const TIMER_MAX_MS = 2 ** 31 - 1;

/** The process is stopping: the attempt is not reported, so its message returns to the queue. */
export class WorkerStopping extends AppError {
  constructor() {
    super('WORKER_LOST', 'the worker is stopping');
  }
}

/** The dependencies and settings that all attempts of one kind share. */
export interface AttemptContext<K extends StepKind> {
  kind: K;
  handler: StepHandler<K>;
  timeLimitMs: number;
  workDir: string;
  broker: Broker;
  blobs: BlobStore;
  logger: Logger;
  metrics: StepMetrics;
  watchdog: SlotWatchdog;
}

/**
 * Runs one attempt of a step and returns its report; failures are reports too.
 * @throws WorkerStopping when the controller was aborted with it
 */
export async function runAttempt<K extends StepKind>(
  run: StepRun,
  context: AttemptContext<K>,
  controller: AbortController,
): Promise<StepFinished> {
  const startedAt = performance.now();
  const elapsedMs = (): number => Math.round(performance.now() - startedAt);
  const { task_id, step_id, attempt } = run;
  const logger = context.logger.child({ task_id, step_id, attempt, kind: context.kind });
  const end = context.metrics.begin(context.kind);
  const heartbeat = startHeartbeat(context.broker, run, elapsedMs);
  const timers = startTimeLimits(run, context.timeLimitMs, controller);
  let workspace: Workspace | null = null;
  let outcome: StepOutcome = 'interrupted';
  try {
    workspace = await openWorkspace(context.workDir);
    controller.signal.throwIfAborted();
    const work = runHandler(
      run,
      { ...context, logger },
      { workspace: workspace.path, heartbeat, signal: controller.signal },
    );
    const success = await settleOrAbandon(work, controller.signal, context.watchdog);
    const report = validated({ task_id, step_id, attempt, elapsed_ms: elapsedMs(), ...success });
    outcome = 'completed';
    return report;
  } catch (thrown) {
    const failure = failureOf(thrown, controller.signal, logger);
    outcome = failure.error.code === 'CANCELED' ? 'canceled' : 'failed';
    return { task_id, step_id, attempt, elapsed_ms: elapsedMs(), ...failure };
  } finally {
    timers.forEach(clearTimeout);
    heartbeat.stop();
    end(outcome);
    if (workspace) await removeWorkspace(workspace, logger);
    logger.info('step ended', { outcome, ms: elapsedMs() });
  }
}

async function runHandler<K extends StepKind>(
  run: StepRun,
  context: AttemptContext<K>,
  attemptScope: { workspace: string; heartbeat: Heartbeat; signal: AbortSignal },
): Promise<StepSuccess> {
  const ids = { taskId: run.task_id, stepId: run.step_id, attempt: run.attempt };
  const blobKey = (name: string): string => stepBlobKey(ids, name);
  const result = await context.handler(stepInputs(run.input, context.blobs, attemptScope.workspace), {
    ...ids,
    options: readOptions<K>(run.options),
    mediaSecondsMax: run.media_seconds_max ?? null,
    signal: attemptScope.signal,
    workspace: attemptScope.workspace,
    blobs: context.blobs,
    blobKey,
    progress: attemptScope.heartbeat.progress,
    logger: context.logger,
  });
  attemptScope.signal.throwIfAborted();
  return reportSuccess(result, context.blobs, blobKey);
}

/** The gateway has validated the options; this only refuses what is not a JSON object. */
function readOptions<K extends StepKind>(json: string): StepRunOptions[K] {
  try {
    const options: unknown = JSON.parse(json);
    if (typeof options === 'object' && options !== null && !Array.isArray(options)) {
      return options as StepRunOptions[K];
    }
  } catch {
    // Reported below, without the text.
  }
  throw new AppError('MESSAGE_REJECTED', 'the options of the step are no JSON object');
}

/** Abort the attempt at its attemptScope limit and at the deadline the message names, whichever comes first. */
function startTimeLimits(run: StepRun, timeLimitMs: number, controller: AbortController): NodeJS.Timeout[] {
  const abort = (reason: AppError): void => controller.abort(reason);
  const seconds = Math.round(timeLimitMs / 1_000);
  const leftMs = Date.parse(run.deadline_at) - Date.now();
  if (Number.isNaN(leftMs)) {
    abort(new AppError('MESSAGE_REJECTED', 'the deadline of the step is no time'));
    return [];
  }
  return [
    setTimeout(abort, timeLimitMs, new AppError('STEP_TIMEOUT', `the step took longer than ${seconds} s`)),
    setTimeout(
      abort,
      Math.min(Math.max(leftMs, 0), TIMER_MAX_MS),
      new AppError('DEADLINE_EXCEEDED', 'the task did not end in the time it may take'),
    ),
  ];
}

/** The result of the work; after an abort that the work ignores for the grace period, rejects with its reason. */
async function settleOrAbandon<T>(work: Promise<T>, signal: AbortSignal, watchdog: SlotWatchdog): Promise<T> {
  let unwatch: () => void = () => undefined;
  let onAbort: () => void = () => undefined;
  const abandoned = new Promise<never>((_resolve, reject) => {
    onAbort = () => {
      unwatch = watchdog.watch(ABORT_GRACE_MS, () => reject(signal.reason));
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, abandoned]);
  } finally {
    unwatch();
    signal.removeEventListener('abort', onAbort);
  }
}

/** The failure to report: after an abort its reason, whatever the handler threw. */
function failureOf(thrown: unknown, signal: AbortSignal, logger: Logger): StepFailure {
  const cause: unknown = signal.aborted ? signal.reason : thrown;
  if (cause instanceof WorkerStopping) throw cause;
  const error = toFailure(cause);
  if (error.code === 'STEP_CRASHED' && !(cause instanceof AppError)) {
    const stack = cause instanceof Error ? cause.stack : undefined;
    logger.error('the step crashed', { error: messageOf(cause), stack });
  } else {
    logger.info('the step failed', { code: error.code, reason: error.message });
  }
  return { outcome: 'failed', error };
}

/** Checks the report by its message schema: an invalid one (NaN) fails the step, since the broker would refuse it. */
function validated(report: StepFinished): StepFinished {
  const fault = checkOfMessage('step.finished').find(report);
  if (fault) throw new TypeError(`the report is invalid: ${fault.path.join('.')}: ${fault.rule}`);
  return report;
}

async function removeWorkspace(workspace: Workspace, logger: Logger): Promise<void> {
  try {
    await workspace.close();
  } catch (error) {
    logger.warn('the workspace could not be removed; the sweep will', { error: messageOf(error) });
  }
}
