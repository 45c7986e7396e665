import type { StepCancelSignal, StepFinished, StepKind, StepRun } from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { AttemptClock, Timed } from './attempt-clock';
import type { EndedAttempt, RunningAttempt } from './attempt';
import { keyOf } from './attempt-key';
import { HEARTBEAT_MS, sendHeartbeat, UNCONFIRMED_MS, type HeartbeatSender } from './heartbeat';
import { followingOf, nextStep } from './next-step';
import type { StepRunner } from './step-runner';
import { unitReport } from './unit-report';
import type { WorkerStopping } from './worker-stopping';

const FIRST_HEARTBEAT_MS = 500;

/** What a unit is made with. */
export interface UnitDependencies extends HeartbeatSender {
  clock: AttemptClock;
  /** Aborted when the process stops: the unit ends with the step that runs. */
  stopping: AbortSignal;
  /** The units of this process, by the attempts that have begun. */
  units: { find(run: StepRun): Unit | undefined; add(key: string, unit: Unit): void };
  /** The runners of the kinds that this process runs. */
  runners: ReadonlyMap<StepKind, StepRunner>;
  /** Topic that gets the only report, as a signal; absent: the orchestrator gets reports and heartbeats. */
  replyTo?: string;
}

/**
 * The steps of one `step.run`, one after the other: the step itself and, while each is completed, those that follow. All
 * outcomes travel in one report unless the unit is still running at a heartbeat: then those so far are reported before it.
 */
export class Unit implements Timed {
  dueAt: number;
  /** Resolves when the last step has ended; rejects with WorkerStopping when that was interrupted. */
  readonly ended: Promise<void>;
  /** By the monotonic clock; null while it runs. */
  endedAt: number | null = null;
  readonly keys: string[] = [];
  readonly #unreported: EndedAttempt[] = [];
  readonly #cancels: StepCancelSignal[] = [];
  #heartbeatAt: number;
  #current: RunningAttempt | null = null;
  #publishing: Promise<boolean> | null = null;

  /** Holds a slot of the runner, which it releases. */
  constructor(
    readonly run: StepRun,
    readonly runner: StepRunner,
    private readonly dependencies: UnitDependencies,
  ) {
    this.#heartbeatAt = this.#firstHeartbeat();
    this.dueAt = this.#heartbeatAt;
    dependencies.clock.add(this);
    this.ended = this.#runSteps();
  }

  /**
   * Publishes what is not reported yet, after the end of the unit again and again until the broker confirms it: the message
   * may be another worker's by then. @throws AppError UPSTREAM_UNAVAILABLE when the broker does not confirm it now
   */
  async report(): Promise<void> {
    while (this.#publishing) await this.#publishing;
    if (this.#unreported.length === 0 || (await this.#publish())) return;
    if (this.endedAt !== null) this.#reportLater();
    throw new AppError('UPSTREAM_UNAVAILABLE', 'the broker did not take the result of the step');
  }

  /** Aborts the step that is meant, or ends the unit before it. */
  cancel(wanted: StepCancelSignal): void {
    if (wanted.task_id !== this.run.task_id || this.endedAt !== null) return;
    this.#cancels.push(wanted);
    if (this.#current && isMeant(wanted, this.#current.run)) this.#current.abort(canceled());
  }

  /** Aborts the step that runs, without a report of it; what has ended before is reported. */
  async interrupt(reason: WorkerStopping): Promise<void> {
    this.#current?.abort(reason);
    await this.ended.catch(() => undefined);
    await this.report();
  }

  /** Nothing is published any more. */
  abandon(): void {
    this.dependencies.clock.remove(this);
  }

  onDue(now: number): void {
    if (this.endedAt !== null) return this.#reportAgain();
    this.#current?.onDue(now);
    if (this.#heartbeatAt <= now) this.#heartbeat();
    this.#schedule();
  }

  async #runSteps(): Promise<void> {
    let { run, runner } = this as { run: StepRun; runner: StepRunner };
    const following = followingOf(run);
    let newestMapping: StepRun['input']['mapping'];
    try {
      for (let index = 0; ; index += 1) {
        const { outcome } = await this.#runStep(run, runner);
        const candidate = following[index];
        if (!candidate || outcome.outcome !== 'completed' || this.dependencies.stopping.aborted) return;
        newestMapping = outcome.mapping ?? newestMapping;
        const next = nextStep(run, candidate, { text: outcome.text, mapping: newestMapping });
        if (!next || this.#cancels.some((wanted) => isMeant(wanted, next))) return;
        const nextRunner = this.dependencies.runners.get(next.kind);
        if (!nextRunner || nextRunner.isPaused() || this.dependencies.units.find(next)) return;
        if (nextRunner !== runner && !nextRunner.slots.tryAcquire()) return;
        if (nextRunner !== runner) runner.slots.release();
        [run, runner] = [next, nextRunner];
      }
    } finally {
      this.endedAt = performance.now();
      runner.slots.release();
      this.dependencies.clock.remove(this);
    }
  }

  async #runStep(run: StepRun, runner: StepRunner): Promise<EndedAttempt> {
    const key = keyOf(run);
    this.keys.push(key);
    this.dependencies.units.add(key, this);
    this.#heartbeatAt = Math.min(this.#heartbeatAt, this.#firstHeartbeat());
    const attempt = runner.begin(run, (at) => this.#wake(at));
    this.#current = attempt;
    this.#schedule();
    this.dependencies.clock.wake(this.dueAt);
    try {
      const ended = await attempt.result;
      this.#unreported.push(ended);
      return ended;
    } finally {
      this.#current = null;
    }
  }

  #firstHeartbeat(): number {
    return this.dependencies.replyTo === undefined ? performance.now() + FIRST_HEARTBEAT_MS : Infinity;
  }

  #schedule(): void {
    this.dueAt = Math.min(this.#heartbeatAt, this.#current?.dueAt ?? Infinity);
  }

  #wake(at: number): void {
    if (at >= this.dueAt) return;
    this.dueAt = at;
    this.dependencies.clock.wake(at);
  }

  /** The orchestrator takes a heartbeat of a step only when it knows that the steps before have completed. */
  #heartbeat(): void {
    this.#heartbeatAt = performance.now() + HEARTBEAT_MS;
    const attempt = this.#current;
    if (!attempt) return;
    if (this.#unreported.length === 0) this.#sendHeartbeat(attempt);
    else {
      this.#heartbeatAt = performance.now() + UNCONFIRMED_MS;
      if (!this.#publishing) this.#reportEarly(attempt).catch(() => undefined);
    }
  }

  #reportLater(): void {
    this.dueAt = performance.now() + UNCONFIRMED_MS;
    this.dependencies.clock.add(this);
  }

  /** The unit stays known: its message may come to this process once more, and must not run the steps again. */
  #reportAgain(): void {
    this.abandon();
    if (this.dependencies.stopping.aborted) return;
    this.report().catch(() => undefined); // It is published later.
  }

  async #reportEarly(attempt: RunningAttempt): Promise<void> {
    const isConfirmed = await this.#publish(attempt.run.step_id);
    if (!isConfirmed || this.#current !== attempt) return;
    this.#heartbeatAt = performance.now() + HEARTBEAT_MS;
    this.#sendHeartbeat(attempt);
  }

  #sendHeartbeat(running: RunningAttempt): void {
    const { run, progress, traceparent } = running;
    const state = { elapsedMs: running.elapsedMs(), progress, traceparent };
    sendHeartbeat(this.dependencies, run, state).then(
      (outcome) => {
        if (outcome !== 'confirmed' && this.#current === running) this.#heartbeatSoon();
      },
      () => undefined,
    );
  }

  /** After an outage the attempt may be another worker's before the next heartbeat would be due. */
  #heartbeatSoon(): void {
    this.#heartbeatAt = performance.now() + UNCONFIRMED_MS;
    this.#wake(this.#heartbeatAt);
  }

  /** Publishes the outcomes so far; whether the broker confirmed them. */
  async #publish(continuesWith?: string): Promise<boolean> {
    const count = this.#unreported.length;
    const { broker, instance } = this.dependencies;
    const { task_id, account_id } = this.run;
    const report: StepFinished = unitReport(task_id, this.#unreported, {
      worker: instance,
      ...(account_id !== undefined && { account_id }),
      ...(continuesWith !== undefined && { continues_with: continuesWith }),
    });
    const { replyTo } = this.dependencies;
    if (replyTo !== undefined) {
      broker.signal('step.replied', replyTo, report);
      this.#unreported.splice(0, count);
      return true;
    }
    const options = { mayShare: this.run.share_reports === true };
    this.#publishing = broker
      .publish('step.finished', report, options)
      .then((outcome) => outcome === 'confirmed');
    try {
      const isConfirmed = await this.#publishing;
      if (isConfirmed) this.#unreported.splice(0, count);
      return isConfirmed;
    } finally {
      this.#publishing = null;
    }
  }
}

function isMeant(wanted: StepCancelSignal, run: StepRun): boolean {
  const { step_id, attempt } = wanted;
  return (step_id === null || step_id === run.step_id) && (attempt === undefined || attempt === run.attempt);
}

function canceled(): AppError {
  return new AppError('CANCELED', 'the task was canceled');
}
