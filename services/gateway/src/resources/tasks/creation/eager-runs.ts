import { randomUUID } from 'node:crypto';
import type { Broker, SignalEvent, SignalListener } from '@medley/broker';
import {
  checkOfMessage,
  signalTopics,
  type PriceList,
  type StepFinished,
  type StepRun,
  type Task,
} from '@medley/contracts';
import { runInBackground, type Logger } from '@medley/kit';
import {
  endBeforeStored,
  logTransitions,
  makeRules,
  type EndedTask,
  type Rules,
  type TaskMetrics,
} from '@medley/state-machine';
import type { Counter } from 'prom-client';
import type { WorkerRegistry } from '../../../workers/worker-registry';
import { eagerLimits, type EagerLimits } from './eager-limits';
import { eagerMessage } from './eager-message';
import { EagerRoom } from './eager-room';

export interface EagerDependencies {
  broker: Broker;
  workerRegistry: Pick<WorkerRegistry, 'knownWorkers'>;
  prices: PriceList;
  logger: Logger;
  metrics: TaskMetrics;
  /** Counts the runs by their outcome. */
  counter: Counter<'outcome'>;
  now: () => Date;
  /** Also for clients that do not wait: the workers are in this process, so that nothing is won by answering first. */
  sharesProcess: boolean;
  limits?: Partial<EagerLimits>;
}

/** The steps of a task that was not stored when they were sent. */
export interface EagerRun {
  /** The task that must be stored instead of the new one; null: its steps have not completed in time. */
  ended: EndedTask | null;
  /** To be called once the task is stored. */
  stored(): void;
  /** To be called when the task was not stored. */
  dropped(): void;
}

/** Resolves with null when the message was not taken, or the reply is no longer waited for. */
type Reply = Promise<StepFinished | null>;

/**
 * Runs the steps of short tasks before the tasks are stored, so that a task that completes at once takes one write instead of
 * two and no further message. Nothing is accepted before it is stored: a crash until then loses nothing that a client knows of.
 */
export class EagerRuns {
  readonly #limits: EagerLimits;
  readonly #room: EagerRoom;
  readonly #rules: Rules;
  readonly #topic = signalTopics.stepReplied(randomUUID());
  /** By id of the task. */
  readonly #awaited = new Map<string, (report: StepFinished | null) => void>();
  #listener: SignalListener | null = null;

  constructor(private readonly deps: EagerDependencies) {
    this.#limits = { ...eagerLimits, ...deps.limits };
    this.#room = new EagerRoom(this.#limits);
    this.#rules = makeRules({ prices: deps.prices, retryDelaysMs: [] });
  }

  async start(): Promise<void> {
    this.#listener = await this.deps.broker.listen((event) => this.#hear(event));
    await this.#listener.bind(this.#topic);
  }

  async stop(): Promise<void> {
    for (const settle of this.#awaited.values()) settle(null);
    await this.#listener?.close();
  }

  /** Send the steps of a new task, and wait a moment for them. Null: they cannot run before the task is stored. */
  async run(task: Task, isAwaited: boolean): Promise<EagerRun | null> {
    const { sharesProcess, now } = this.deps;
    if (!isAwaited && !sharesProcess) return null;
    const { unitsMax, accountTasksMax, awaitedTasksMax } = this.#limits;
    const context = { rules: this.#rules, now: now(), unitsMax, replyTo: this.#topic };
    const message = eagerMessage(task, context);
    if (!message || !this.#hasWorkers(task)) return null;
    const leave = this.#room.enter(
      task.account_id,
      message.units,
      sharesProcess ? accountTasksMax : awaitedTasksMax,
    );
    if (!leave) return null;
    const reply = this.#send(message.run);
    const report = await inTime(reply, this.#limits.waitMs).finally(leave);
    if (report === null) return null;
    if (report === undefined) this.#room.pause();
    else this.#room.answered();
    const ended =
      report && isInline(report) ? endBeforeStored(task, report, { now: now(), rules: this.#rules }) : null;
    return {
      ended,
      stored: () => (ended ? this.#record(task, ended) : this.#passOn(task, reply)),
      dropped: () => {
        this.deps.counter.inc({ outcome: 'not_stored' });
        this.#awaited.delete(task.id);
        this.#room.refuse(task.account_id);
      },
    };
  }

  /** Every worker that may get the steps replies, and one of each kind takes them now. */
  #hasWorkers({ steps }: Task): boolean {
    return [...new Set(steps.map(({ name }) => name))].every((kind) => {
      const workers = this.deps.workerRegistry.knownWorkers(kind);
      return (
        workers.every(({ replies }) => replies) &&
        workers.some(({ ready, paused }) => ready && paused !== true)
      );
    });
  }

  #send(run: StepRun): Reply {
    return new Promise((resolve, reject) => {
      const settle = (report: StepFinished | null): void => {
        this.#awaited.delete(run.task_id);
        resolve(report);
      };
      this.#awaited.set(run.task_id, settle);
      this.deps.broker.publish('step.run', run, { mayShare: true }).then(
        (outcome) => {
          if (outcome !== 'confirmed') settle(null);
        },
        (error: unknown) => {
          this.#awaited.delete(run.task_id);
          reject(new Error('the steps of a task could not be sent', { cause: error }));
        },
      );
    });
  }

  /** What it says is believed as `step.finished` is: from whoever may publish on this topic, about a step that was sent. */
  #hear({ name, topic, body }: SignalEvent): void {
    if (name !== 'step.replied' || topic !== this.#topic) return;
    const read = checkOfMessage('step.finished').read(body);
    if (read.fault) return;
    const report = read.value as StepFinished;
    this.#awaited.get(report.task_id)?.(report);
  }

  #record(before: Task, { decision }: EndedTask): void {
    const { logger, metrics, broker, counter } = this.deps;
    const { task } = decision;
    counter.inc({ outcome: 'ended' });
    metrics.changed(before, task);
    logTransitions(logger, decision);
    if (task.delivery)
      runInBackground(broker.publish('task.finished', { task_id: task.id }), logger, 'notify');
  }

  /** The task is stored with its first step queued: the orchestrators learn of it, and get the report when it comes. */
  #passOn(task: Task, reply: Reply): void {
    const { broker, logger, counter } = this.deps;
    counter.inc({ outcome: 'passed_on' });
    broker.signal('task.sent', signalTopics.taskSent, { task });
    const timer = setTimeout(() => this.#awaited.get(task.id)?.(null), this.#limits.lateMs).unref();
    const passed = reply.then(async (report) => {
      clearTimeout(timer);
      if (report) await broker.publish('step.finished', report);
    });
    runInBackground(passed, logger, 'pass on a report');
  }
}

/** The result of a promise; undefined when it takes longer. */
async function inTime<T>(result: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  return Promise.race([result, late]).finally(() => clearTimeout(timer));
}

/** A result in the blob store is the orchestrator's to check. */
function isInline(report: StepFinished): boolean {
  return [report, ...(report.following ?? [])].every(
    (one) =>
      one.outcome !== 'completed' ||
      (one.media === null &&
        [one.output, one.text, one.mapping].every((payload) => payload === null || 'inline' in payload)),
  );
}
