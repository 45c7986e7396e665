import { randomUUID } from 'node:crypto';
import type { Broker, SignalEvent, SignalListener } from '@medley/broker';
import {
  checkOfMessage,
  signalTopics,
  type PriceList,
  type StepFinished,
  type StepKind,
  type StepRun,
  type Task,
  type WorkerAnnouncement,
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
import { EagerRoom } from './eager-room';
import { eagerUnit } from './eager-unit';

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

/** A task whose steps have completed before it is stored. */
export interface EagerRun {
  ended: EndedTask;
  /** To be called once it is stored. */
  stored(): void;
  /** To be called when it was not stored. */
  dropped(): void;
}

/**
 * Has the steps of short tasks run before the tasks are stored, so that a task that completes at once takes one write instead of
 * several, and no message that is kept. Nothing is accepted before it is stored: a crash until then loses nothing that a client
 * knows of.
 */
export class EagerRuns {
  readonly #limits: EagerLimits;
  readonly #room: EagerRoom;
  readonly #rules: Rules;
  readonly #topic = signalTopics.stepReplied(randomUUID());
  /** By id of the task. */
  readonly #awaited = new Map<string, (report: StepFinished | null) => void>();
  #listener: SignalListener | null = null;
  #offers = 0;

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

  /**
   * Offer the steps of a new task to a worker and wait a moment for its reply. Null: the task must be stored before it runs, since
   * its steps cannot run sooner, or have not completed in time.
   */
  async run(task: Task, isAwaited: boolean): Promise<EagerRun | null> {
    const { sharesProcess, now } = this.deps;
    if (!isAwaited && !sharesProcess) return null;
    const { unitsMax, accountTasksMax, awaitedTasksMax } = this.#limits;
    const unit = eagerUnit(task, { rules: this.#rules, now: now(), unitsMax });
    const worker = unit && this.#chooseWorker(unit.run.kind);
    if (!worker) return null;
    const tasksMax = sharesProcess ? accountTasksMax : awaitedTasksMax;
    const leave = this.#room.enter(task.account_id, unit.units, tasksMax);
    if (!leave) return null;
    const report = await this.#offer(unit.run, worker).finally(leave);
    const ended =
      report && isInline(report) && endBeforeStored(task, report, { now: now(), rules: this.#rules });
    if (!ended) {
      this.deps.counter.inc({ outcome: report ? 'not_completed' : 'not_answered' });
      return null;
    }
    return {
      ended,
      stored: () => this.#record(task, ended),
      dropped: () => {
        this.deps.counter.inc({ outcome: 'not_stored' });
        this.#room.refuse(task.account_id);
      },
    };
  }

  /** The workers in turns. */
  #chooseWorker(kind: StepKind): WorkerAnnouncement | undefined {
    const workers = this.deps.workerRegistry
      .knownWorkers(kind)
      .filter(({ ready, paused, takes_offers }) => takes_offers && ready && paused !== true);
    this.#offers += 1;
    return workers[this.#offers % workers.length];
  }

  /** The report of the worker; null when it does not come in time. */
  async #offer(run: StepRun, { kind, instance }: WorkerAnnouncement): Promise<StepFinished | null> {
    const wait_ms = this.deps.sharesProcess ? this.#limits.waitHereMs : this.#limits.waitMs;
    let timer: NodeJS.Timeout | undefined;
    const reply = new Promise<StepFinished | null>((resolve) => {
      this.#awaited.set(run.task_id, resolve);
      timer = setTimeout(() => resolve(null), wait_ms);
    });
    const offer = { run, reply_to: this.#topic, wait_ms };
    this.deps.broker.signal('step.offered', signalTopics.stepOffered(kind, instance), offer);
    const report = await reply;
    clearTimeout(timer);
    this.#awaited.delete(run.task_id);
    if (report) this.#room.answered();
    else this.#room.pause();
    return report;
  }

  /** What it says is believed as `step.finished` is: from whoever may publish on this topic, about a step that was offered. */
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
}

/** A result in the blob store is for the orchestrator to check. */
function isInline(report: StepFinished): boolean {
  return [report, ...(report.following ?? [])].every(
    (one) =>
      one.outcome !== 'completed' ||
      (one.media === null &&
        [one.output, one.text, one.mapping].every((payload) => payload === null || 'inline' in payload)),
  );
}
