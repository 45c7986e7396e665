import { reviveTask, signalTopics, type Task } from '@medley/contracts';
import { runInBackground, type Logger } from '@medley/kit';
import type { SignalEvent } from '@medley/broker';
import type { TaskStore } from '@medley/store';
import { Notifier } from './notifier';
import type { TaskSubscriptions } from './task-subscriptions';

/** Interval of polling the database, because signals may be lost. */
const POLL_MS = 1_000;

export interface WaitLimit {
  ms: number;
  /** Aborted when the client disconnects. */
  disconnected: AbortSignal;
  /** Aborted when the gateway stops. */
  stopping: AbortSignal;
}

export interface TaskWatchDependencies {
  tasks: Pick<TaskStore, 'find'>;
  subscriptions: TaskSubscriptions;
  logger: Logger;
}

interface Subscription {
  taskId: string;
  isActive: boolean;
  unsubscribe: Promise<() => Promise<void>>;
}

/** Watches for the end of one task. It must be closed. */
export class TaskWatch {
  readonly #notifier = new Notifier();
  #subscription: Subscription | null = null;
  /** The task as it was signaled when it ended. */
  #ended: Task | null = null;
  /** Whether the task may have ended before its signals arrived here. */
  #mayHaveEnded = true;

  constructor(private readonly dependencies: TaskWatchDependencies) {}

  /** Subscribe to the signals of a task, without waiting for the broker. */
  begin(taskId: string): void {
    this.close();
    const unsubscribe = this.dependencies.subscriptions.subscribe(taskId, (event) => this.#hear(event));
    const subscription: Subscription = { taskId, isActive: false, unsubscribe };
    unsubscribe.then(() => (subscription.isActive = true)).catch(() => undefined);
    this.#subscription = subscription;
    this.#ended = null;
    this.#mayHaveEnded = true;
  }

  /** Whether it began with this task: not so when the task was found, as created by an earlier request. */
  isOf(task: Task): boolean {
    return this.#subscription?.taskId === task.id;
  }

  /** To be called before a new task is submitted: until then it cannot end. */
  submitting(): void {
    this.#mayHaveEnded = this.#subscription?.isActive !== true;
  }

  /** Wait until the task has ended, or return its current state when the limit is reached. */
  async waitForEnd(task: Task, { ms, disconnected, stopping }: WaitLimit): Promise<Task> {
    const until = performance.now() + ms;
    if (!this.isOf(task)) this.begin(task.id);
    const signals = [disconnected, stopping];
    const onAbort = (): void => this.#notifier.notify();
    for (const signal of signals) signal.addEventListener('abort', onAbort);
    try {
      for (let now = await this.#read(task); ; now = await this.#find(task)) {
        const left = until - performance.now();
        if (now.status !== 'pending' || left <= 0 || signals.some(({ aborted }) => aborted)) return now;
        await this.#notifier.wait(Math.min(left, POLL_MS));
      }
    } finally {
      for (const signal of signals) signal.removeEventListener('abort', onAbort);
    }
  }

  /** Unsubscribe in the background. */
  close(): void {
    const { logger } = this.dependencies;
    const unsubscribed = this.#subscription?.unsubscribe.then((unsubscribe) => unsubscribe());
    if (unsubscribed) runInBackground(unsubscribed, logger, 'unsubscribe from a task');
    this.#subscription = null;
  }

  /** The state from which signals tell every change: that of a new task needs no query. */
  async #read(task: Task): Promise<Task> {
    if (!this.#mayHaveEnded) return task;
    await this.#subscription?.unsubscribe;
    return this.#find(task);
  }

  async #find(task: Task): Promise<Task> {
    return this.#ended ?? (await this.dependencies.tasks.find(task.id)) ?? task;
  }

  #hear({ name, topic, body }: SignalEvent): void {
    // Events of steps do not end it.
    if (name !== 'task.event' || !('type' in body) || body.type.startsWith('step.')) return;
    // Workers may publish signals too, on other topics: what they say about a task is no reason to believe it.
    const isTrusted = topic === signalTopics.taskEvent(body.task_id, body.type);
    if (isTrusted && body.task) this.#ended = reviveTask(body.task);
    this.#notifier.notify();
  }
}
