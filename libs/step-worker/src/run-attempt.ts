import { stepBlobKey, type BlobStore } from '@medley/blobs';
import type { Broker } from '@medley/broker';
import {
  messageCatalogue,
  type StepFailure,
  type StepFinished,
  type StepKind,
  type StepRun,
  type StepRunOptions,
  type StepSuccess,
} from '@medley/contracts';
import { AppError, messageOf, toFailure, type Logger, type SlotWatchdog } from '@medley/kit';
import { startSignOfLife, type SignOfLife } from './sign-of-life';
import type { StepHandler } from './step-handler';
import { stepInputs } from './step-inputs';
import type { StepMetrics, StepOutcome } from './step-metrics';
import { reportSuccess } from './step-report';
import { openWorkspace, type Workspace } from './workspace';

/** How long an aborted handler may take to come back before its slot is freed by force. */
const GRACE_MS = 1_500;
const TIMER_MAX_MS = 2 ** 31 - 1;

/** The process is going down: the attempt is not reported, so its message goes back to the queue. */
export class WorkerStopping extends AppError {
  constructor() {
    super('WORKER_LOST', 'the worker is stopping');
  }
}

/** What every attempt of one kind shares. */
export interface AttemptFrame<K extends StepKind> {
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
 * Run a step once and say how it ended; every failure is a report.
 * @throws WorkerStopping when the controller was aborted with it
 */
export async function runAttempt<K extends StepKind>(
  run: StepRun,
  frame: AttemptFrame<K>,
  controller: AbortController,
): Promise<StepFinished> {
  const startedAt = performance.now();
  const elapsedMs = (): number => Math.round(performance.now() - startedAt);
  const { task_id, step_id, attempt } = run;
  const logger = frame.logger.child({ task_id, step_id, attempt, kind: frame.kind });
  const end = frame.metrics.begin(frame.kind);
  const life = startSignOfLife(frame.broker, run, elapsedMs);
  const limits = startLimits(run, frame.timeLimitMs, controller);
  let workspace: Workspace | null = null;
  let outcome: StepOutcome = 'interrupted';
  try {
    workspace = await openWorkspace(frame.workDir);
    controller.signal.throwIfAborted();
    const work = runHandler(
      run,
      { ...frame, logger },
      { workspace: workspace.path, life, signal: controller.signal },
    );
    const success = await endOrLeave(work, controller.signal, frame.watchdog);
    const report = checked({ task_id, step_id, attempt, elapsed_ms: elapsedMs(), ...success });
    outcome = 'completed';
    return report;
  } catch (thrown) {
    const failure = explain(thrown, controller.signal, logger);
    outcome = failure.error.code === 'CANCELED' ? 'canceled' : 'failed';
    return { task_id, step_id, attempt, elapsed_ms: elapsedMs(), ...failure };
  } finally {
    limits.forEach(clearTimeout);
    life.stop();
    end(outcome);
    if (workspace) await discard(workspace, logger);
    logger.info('step ended', { outcome, ms: elapsedMs() });
  }
}

async function runHandler<K extends StepKind>(
  run: StepRun,
  frame: AttemptFrame<K>,
  own: { workspace: string; life: SignOfLife; signal: AbortSignal },
): Promise<StepSuccess> {
  const ids = { taskId: run.task_id, stepId: run.step_id, attempt: run.attempt };
  const blobKey = (name: string): string => stepBlobKey(ids, name);
  const result = await frame.handler(stepInputs(run.input, frame.blobs, own.workspace), {
    ...ids,
    options: readOptions<K>(run.options),
    mediaSecondsMax: run.media_seconds_max ?? null,
    signal: own.signal,
    workspace: own.workspace,
    blobs: frame.blobs,
    blobKey,
    progress: own.life.progress,
    logger: frame.logger,
  });
  own.signal.throwIfAborted();
  return reportSuccess(result, frame.blobs, blobKey);
}

/** The gateway checked what is inside; here only what would crash a handler is kept out. */
function readOptions<K extends StepKind>(json: string): StepRunOptions[K] {
  try {
    const options: unknown = JSON.parse(json);
    if (typeof options === 'object' && options !== null && !Array.isArray(options)) {
      return options as StepRunOptions[K];
    }
  } catch {
    // Said below, without repeating the text.
  }
  throw new AppError('MESSAGE_REJECTED', 'the options of the step are no JSON object');
}

/** Abort the attempt at its own limit and at the deadline the message names, whichever comes first. */
function startLimits(run: StepRun, timeLimitMs: number, controller: AbortController): NodeJS.Timeout[] {
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

/** The end of the work, or the reason of the abort when the work does not heed it in time. */
async function endOrLeave<T>(work: Promise<T>, signal: AbortSignal, watchdog: SlotWatchdog): Promise<T> {
  let unwatch: () => void = () => undefined;
  let onAbort: () => void = () => undefined;
  const left = new Promise<never>((_resolve, reject) => {
    onAbort = () => {
      unwatch = watchdog.watch(GRACE_MS, () => reject(signal.reason));
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, left]);
  } finally {
    unwatch();
    signal.removeEventListener('abort', onAbort);
  }
}

/** After an abort its reason counts, whatever the handler made of it. */
function explain(thrown: unknown, signal: AbortSignal, logger: Logger): StepFailure {
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

/** A handler's numbers may be broken (NaN); then the step crashed, rather than its report never leaving. */
function checked(report: StepFinished): StepFinished {
  const { error } = messageCatalogue['step.finished'].schema.validate(report, { convert: false });
  if (error) throw error;
  return report;
}

async function discard(workspace: Workspace, logger: Logger): Promise<void> {
  try {
    await workspace.close();
  } catch (error) {
    logger.warn('the workspace could not be removed; the sweep will', { error: messageOf(error) });
  }
}
