import { stepBlobKey } from '@medley/blobs';
import type { StepFailure, StepKind, StepRun, StepSuccess } from '@medley/contracts';
import { AppError, type Logger } from '@medley/kit';
import type { Span } from '@medley/tracing';
import type { AttemptContext } from './attempt-context';
import { deadlineExceeded, failureOf } from './attempt-failure';
import { attemptLogFields } from './attempt-log-fields';
import { AttemptSignals } from './attempt-signals';
import { inAttemptSpan } from './in-attempt-span';
import { LazyWorkspace } from './lazy-workspace';
import { readOptions } from './read-options';
import type { StepContext } from './step-handler';
import { stepInputs } from './step-inputs';
import type { StepOutcome } from './step-metrics';
import { reportSuccess } from './step-report';

/** Milliseconds an aborted handler has to settle before its slot is released. */
const ABORT_GRACE_MS = 1_500;

/** How an attempt ended, and when by the monotonic clock. */
export interface EndedAttempt {
  stepId: string;
  attempt: number;
  elapsedMs: number;
  endedAt: number;
  outcome: StepSuccess | StepFailure;
  /** W3C trace context; undefined: it is not traced. */
  traceparent: string | undefined;
}

/** A running attempt, whatever its kind. */
export type RunningAttempt = Pick<
  Attempt<StepKind>,
  'run' | 'result' | 'dueAt' | 'progress' | 'traceparent' | 'elapsedMs' | 'onDue' | 'abort'
>;

/**
 * One attempt of a step, which begins when it is made. What a handler may ask for (signal, logger, workspace) is made when
 * it does, so that a short step costs little.
 */
export class Attempt<K extends StepKind> {
  /** Failures are results too. Rejects with WorkerStopping when the attempt was aborted with it. */
  readonly result: Promise<EndedAttempt>;
  readonly #startedAt = performance.now();
  readonly #limitAt: number;
  readonly #deadlineAt: number;
  readonly #workspace: LazyWorkspace;
  readonly #signals: AttemptSignals;
  #controller: AbortController | null = null;
  #abortReason: AppError | null = null;
  #abandon: (reason: AppError) => void = () => undefined;
  #unwatch: () => void = () => undefined;
  #isEnded = false;
  #span: Span | null = null;

  /** `wake` is called with a time when `dueAt` was lowered to it. */
  constructor(
    readonly run: StepRun,
    private readonly context: AttemptContext<K>,
    wake: (at: number) => void,
  ) {
    this.#signals = new AttemptSignals(run, context.broker, wake);
    this.#workspace = new LazyWorkspace(context.workDir);
    this.#limitAt = this.#startedAt + context.timeLimitMs;
    const leftMs = Date.parse(run.deadline_at) - Date.now();
    this.#deadlineAt = this.#startedAt + leftMs;
    if (Number.isNaN(leftMs))
      this.abort(new AppError('MESSAGE_REJECTED', 'the deadline of the step is no time'));
    else if (leftMs <= 0) this.abort(deadlineExceeded());
    this.result = inAttemptSpan(run, (span) => {
      this.#span = span;
      return this.#run(span);
    });
  }

  /** When `onDue` is to be called next. */
  get dueAt(): number {
    if (this.#abortReason) return Infinity;
    return Math.min(this.#limitAt, this.#deadlineAt, this.#signals.dueAt);
  }

  /** W3C trace context; undefined: it is not traced. */
  get traceparent(): string | undefined {
    return this.#span?.traceparent;
  }

  /** 0..1; null when it is unknown. */
  get progress(): number | null {
    return this.#signals.progress;
  }

  elapsedMs(): number {
    return Math.round(performance.now() - this.#startedAt);
  }

  onDue(now: number): void {
    this.#signals.onDue(now);
    if (this.#limitAt <= now) {
      const seconds = Math.round(this.context.timeLimitMs / 1_000);
      this.abort(new AppError('STEP_TIMEOUT', `the step took longer than ${seconds} s`));
    } else if (this.#deadlineAt <= now) this.abort(deadlineExceeded());
  }

  /** Ends the attempt with this reason; the handler has a moment to settle. */
  abort(reason: AppError): void {
    if (this.#abortReason || this.#isEnded) return;
    this.#abortReason = reason;
    this.#controller?.abort(reason);
    this.#unwatch = this.context.watchdog.watch(ABORT_GRACE_MS, () => this.#abandon(reason));
  }

  async #run(span: Span): Promise<EndedAttempt> {
    const { context, run } = this;
    const end = context.metrics.begin(context.kind);
    let ended: EndedAttempt | null = null;
    let outcome: StepOutcome = 'interrupted';
    try {
      const success = await this.#settleOrAbandon();
      ended = this.#end(success);
      outcome = 'completed';
      context.metrics.used(context.kind, success);
    } catch (thrown) {
      const failure = failureOf(this.#abortReason ?? thrown, () => this.#logger());
      outcome = failure.error.code === 'CANCELED' ? 'canceled' : 'failed';
      span.fail(failure.error.code);
      ended = this.#end(failure);
    } finally {
      this.#isEnded = true;
      this.#signals.close(outcome === 'completed');
      this.#unwatch();
      end(outcome);
      span.set({ 'medley.outcome': outcome });
      const closing = this.#workspace.close(() => this.#logger());
      if (closing) await closing;
      context.logger.info('step ended', { ...attemptLogFields(run), outcome, ms: this.elapsedMs() });
    }
    return ended;
  }

  #end(outcome: StepSuccess | StepFailure): EndedAttempt {
    const { step_id: stepId, attempt } = this.run;
    const { traceparent } = this;
    return { stepId, attempt, elapsedMs: this.elapsedMs(), endedAt: performance.now(), outcome, traceparent };
  }

  /** The result of the work; after an abort that the work ignores for the grace period, rejects with its reason. */
  #settleOrAbandon(): Promise<StepSuccess> {
    return new Promise((resolve, reject) => {
      this.#abandon = reject;
      this.#work().then(resolve, reject);
    });
  }

  async #work(): Promise<StepSuccess> {
    this.#throwIfAborted();
    const { context, run } = this;
    const ids = { taskId: run.task_id, stepId: run.step_id, attempt: run.attempt };
    const blobKey = (name: string): string => stepBlobKey(ids, name);
    const workspace = (): Promise<string> => this.#workspace.path();
    const inputs = stepInputs(run.input, context.blobs, workspace);
    const result = await context.handler(inputs, this.#handlerContext({ ...ids, blobKey, workspace }));
    this.#throwIfAborted();
    return reportSuccess(result, context.blobs, blobKey);
  }

  #throwIfAborted(): void {
    if (this.#abortReason) throw this.#abortReason;
  }

  #handlerContext(
    given: Pick<StepContext<K>, 'taskId' | 'stepId' | 'attempt' | 'blobKey' | 'workspace'>,
  ): StepContext<K> {
    const signal = (): AbortSignal => this.#signal();
    const logger = (): Logger => this.#logger();
    return {
      ...given,
      options: readOptions<K>(this.run.options),
      mediaSecondsMax: this.run.media_seconds_max ?? null,
      blobs: this.context.blobs,
      progress: (fraction) => this.#signals.raiseProgress(fraction),
      words: this.#signals.words(),
      get signal() {
        return signal();
      },
      get logger() {
        return logger();
      },
    };
  }

  #signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#abortReason) this.#controller.abort(this.#abortReason);
    }
    return this.#controller.signal;
  }

  #logger(): Logger {
    return this.context.logger.child(attemptLogFields(this.run));
  }
}
