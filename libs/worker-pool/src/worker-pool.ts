import { join } from 'node:path';
import { Piscina } from 'piscina';
import type { Registry } from 'prom-client';
import { FairSemaphore } from './fair-semaphore';
import { poolMetrics, type PoolMetrics, type TaskOutcome } from './pool-metrics';
import { threadModule } from './thread-module';
import { WorkerPoolError } from './worker-pool-error';
import { workerPoolLimits } from './worker-pool-limits';

export interface WorkerPoolOptions {
  /** In metrics. */
  name: string;
  /** Path without extension of the module that a thread loads, and its export that does a task. */
  module: string;
  handler: string;
  threads: number;
  /** Of one task, from the moment a thread has it. */
  timeLimitMs: number;
  /** Heap of a thread, in MiB; a task that needs more fails alone. */
  heapMb: number;
  metrics?: Registry | undefined;
  /** Other bounds than the usual ones. */
  limits?: Partial<Record<keyof typeof workerPoolLimits, number>>;
}

/** Whose task it is and how long it is wanted. */
export interface Turn {
  /** Accounts take turns; where no account is known, what stands for one. */
  account: string;
  /** Aborted when nobody waits for the task any more: it leaves the queue, or its thread is ended. */
  signal?: AbortSignal | undefined;
  /** Less time than the tasks of this pool have. */
  timeLimitMs?: number;
}

/** Keeps a small nursery: what a thread holds resident stays low, at no cost of speed. */
const YOUNG_HEAP_MB = 16;
const STACK_MB = 4;
const warmUp = { filename: join(__dirname, '..', 'warm-up.cjs'), name: 'warmUp' };

/**
 * Runs work for the processor in threads, so that no event loop stands still for it. Each task has a limit of time and of
 * memory, and its failure is its own. Threads start when they are needed and end when they are idle. They share nothing
 * with this process, its environment neither: tasks and results are cloned.
 */
export class WorkerPool<Task, Result> {
  readonly #threads: Piscina<Task | undefined, Result>;
  readonly #permits: FairSemaphore;
  readonly #metrics: PoolMetrics | null;
  readonly #limits: Readonly<Record<keyof typeof workerPoolLimits, number>>;

  constructor(private readonly options: WorkerPoolOptions) {
    const { threads, heapMb, handler, metrics, name } = options;
    this.#limits = { ...workerPoolLimits, ...options.limits };
    this.#permits = new FairSemaphore({ permits: threads, ...this.#limits });
    this.#threads = new Piscina({
      ...threadModule(options.module),
      name: handler,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: this.#limits.idleMs,
      env: {},
      resourceLimits: {
        maxOldGenerationSizeMb: heapMb,
        maxYoungGenerationSizeMb: YOUNG_HEAP_MB,
        stackSizeMb: STACK_MB,
      },
      recordTiming: false,
    });
    // A thread that died without a task in hand; whoever wants a thread next finds out by itself.
    this.#threads.on('error', () => undefined);
    this.#metrics = metrics
      ? poolMetrics(metrics, name, {
          waiting: () => this.#permits.waiting,
          running: () => this.#permits.held,
          threads: () => this.#threads.threads.length,
        })
      : null;
  }

  /**
   * Do a task in a thread, in the turn of its account.
   * @throws WorkerPoolError; the reason of the signal
   */
  async run(task: Task, turn: Turn): Promise<Result> {
    try {
      await this.#permits.acquire(turn.account, turn.signal);
      const result = await this.#runNow(task, turn).finally(() => this.#permits.release());
      this.#metrics?.count('completed');
      return result;
    } catch (error) {
      this.#metrics?.count(outcomeOf(error));
      throw error;
    }
  }

  /** End all threads and refuse what waits; a task that comes later starts threads again. */
  async close(): Promise<void> {
    this.#permits.refuseWaiting(new WorkerPoolError('closed', 'the worker pool was closed'));
    await this.#threads.destroy();
  }

  async #runNow(task: Task, { signal, timeLimitMs = this.options.timeLimitMs }: Turn): Promise<Result> {
    signal?.throwIfAborted();
    const end = new AbortController();
    const giveUp = (): void => end.abort(signal?.reason);
    signal?.addEventListener('abort', giveUp, { once: true });
    let timer: NodeJS.Timeout | undefined;
    try {
      await this.#ready(end.signal);
      const timeout = new WorkerPoolError('timeout', `the task took longer than ${timeLimitMs} ms`);
      timer = setTimeout(() => end.abort(timeout), timeLimitMs);
      return await this.#threads.run(task, { signal: end.signal });
    } catch (error) {
      if (end.signal.aborted) throw end.signal.reason;
      if (error instanceof WorkerPoolError) throw error;
      throw new WorkerPoolError('crashed', 'the thread of the task failed', { cause: error });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    }
  }

  /** Wait for a thread that has loaded its module, so that the time of a task is its own. */
  async #ready(signal: AbortSignal): Promise<void> {
    const slow = AbortSignal.timeout(this.#limits.startMs);
    while (this.#threads.idleThreads === 0) {
      try {
        await this.#threads.run(undefined, { ...warmUp, signal: AbortSignal.any([signal, slow]) });
      } catch (error) {
        signal.throwIfAborted();
        throw new WorkerPoolError('unstarted', 'a thread does not start', { cause: error });
      }
    }
  }
}

function outcomeOf(error: unknown): TaskOutcome {
  return error instanceof WorkerPoolError ? error.failure : 'aborted';
}
