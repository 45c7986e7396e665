import { join } from 'node:path';
import type { TransferListItem } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { Registry } from 'prom-client';
import { FairSemaphore } from './fair-semaphore';
import { poolMetrics, type PoolMetrics, type TaskOutcome } from './pool-metrics';
import { threadModule } from './thread-module';
import { WorkerPoolError } from './worker-pool-error';
import { workerPoolLimits } from './worker-pool-limits';

export interface WorkerPoolOptions {
  /** Value of the label `pool` in metrics. */
  name: string;
  /** Path, without extension, of the module that a thread loads; `handler` is its export that runs one task. */
  module: string;
  handler: string;
  threads: number;
  /** Time limit of one task, counted from the moment a thread receives it. */
  timeLimitMs: number;
  /** Heap limit of a thread, in MiB; a task that exceeds it fails without affecting others. */
  heapMb: number;
  metrics?: Registry | undefined;
  /** Overrides of `workerPoolLimits`. */
  limits?: Partial<Record<keyof typeof workerPoolLimits, number>>;
}

/** Options of one task. */
export interface RunOptions {
  /** Fair-queueing key: tasks are scheduled fairly between accounts. */
  account: string;
  /** Aborting it removes the task from the queue, or ends the thread that runs it. */
  signal?: AbortSignal | undefined;
  /** Overrides the time limit of the pool. */
  timeLimitMs?: number;
  /** Parts of the task that are moved to the thread instead of cloned, such as a `MessagePort`. */
  transferList?: TransferListItem[];
}

/** A small young generation keeps the resident memory of a thread low without making it slower. */
const YOUNG_HEAP_MB = 16;
const STACK_MB = 4;
const warmUp = { filename: join(__dirname, '..', 'warm-up.cjs'), name: 'warmUp' };

/**
 * Runs CPU-bound tasks in worker threads, so that they do not block the event loop. Each task has a time limit and a memory
 * limit, and a failure affects no other task. Threads start on demand and end when they are idle. They share no memory and no
 * environment variables with this process: tasks and results are cloned.
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
    // A thread crashed while it was idle. The next task starts a new one and reports the failure if that fails too.
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
   * Run a task in a thread, scheduled fairly between accounts.
   * @throws WorkerPoolError; the reason of the signal
   */
  async run(task: Task, options: RunOptions): Promise<Result> {
    try {
      await this.#permits.acquire(options.account, options.signal);
      const result = await this.#runNow(task, options).finally(() => this.#permits.release());
      this.#metrics?.count('completed');
      return result;
    } catch (error) {
      this.#metrics?.count(outcomeOf(error));
      throw error;
    }
  }

  /** End all threads and reject all waiting tasks. A later `run` starts threads again. */
  async close(): Promise<void> {
    this.#permits.rejectWaiting(new WorkerPoolError('closed', 'the worker pool was closed'));
    await this.#threads.destroy();
  }

  async #runNow(task: Task, run: RunOptions): Promise<Result> {
    const { signal, timeLimitMs = this.options.timeLimitMs, transferList = [] } = run;
    signal?.throwIfAborted();
    const end = new AbortController();
    const onAbort = (): void => end.abort(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    let timer: NodeJS.Timeout | undefined;
    try {
      await this.#waitForThread(end.signal);
      const timeout = new WorkerPoolError('timeout', `the task took longer than ${timeLimitMs} ms`);
      timer = setTimeout(() => end.abort(timeout), timeLimitMs);
      return await this.#threads.run(task, { signal: end.signal, transferList });
    } catch (error) {
      if (end.signal.aborted) throw end.signal.reason;
      if (error instanceof WorkerPoolError) throw error;
      throw new WorkerPoolError('crashed', 'the thread of the task failed', { cause: error });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Wait for a thread that has loaded its module, so that loading does not count against the task's time limit. */
  async #waitForThread(signal: AbortSignal): Promise<void> {
    const startTimeout = AbortSignal.timeout(this.#limits.startMs);
    while (this.#threads.idleThreads === 0) {
      try {
        await this.#threads.run(undefined, { ...warmUp, signal: AbortSignal.any([signal, startTimeout]) });
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
