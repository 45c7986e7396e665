import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError, messageOf, type Logger } from '@medley/kit';
import { runEngineJob, type EngineJob, type EngineResult } from './engine-job';
import type { ThreadAnswer } from './engine-thread';

/** The built file, also when this one runs from its TypeScript source: threads load JavaScript only. */
const threadFile = join(__dirname, '..', 'dist', 'engine-thread.js');
/** What a thread may hold; a small nursery keeps what it is resident with low, at no cost of speed. */
const heap = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };
/** Up to this many characters a job costs less than the hop to a thread, so it runs at once. */
const INLINE_CHARS = 2_000;

export interface EnginePoolOptions {
  threads: number;
  /** A job that runs longer is killed with its thread. */
  limitMs: number;
  logger: Logger;
}

interface Waiting {
  job: EngineJob;
  settle(outcome: { answer: ThreadAnswer } | { error: AppError }): void;
}

interface Running extends Waiting {
  timer: NodeJS.Timeout;
}

/** Runs engine jobs in threads, so that the event loop stays free, and no text can hold a thread for long. */
export class EnginePool {
  readonly #waiting: Waiting[] = [];
  readonly #running = new Map<Worker, Running>();
  readonly #idle: Worker[] = [];
  #isStopped = false;

  constructor(private readonly options: EnginePoolOptions) {}

  /** Have a thread ready before the first job needs it. */
  warmUp(): void {
    if (this.#running.size + this.#idle.length === 0) this.#idle.push(this.#startThread());
  }

  /**
   * Do a job; an abort takes it out of the queue or kills its thread.
   * @throws AppError STEP_TIMEOUT, STEP_CRASHED; the reason of the signal
   */
  run<J extends EngineJob>(job: J, signal: AbortSignal): Promise<EngineResult<J>> {
    if (job.text.length + ('mapping' in job ? job.mapping.length : 0) <= INLINE_CHARS) {
      return Promise.resolve(runEngineJob(job) as EngineResult<J>);
    }
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const onAbort = (): void => {
        reject(signal.reason as Error);
        this.#drop(waiting);
      };
      const waiting: Waiting = {
        job,
        settle: (outcome) => {
          signal.removeEventListener('abort', onAbort);
          if ('error' in outcome) reject(outcome.error);
          else if ('error' in outcome.answer) reject(crashed(outcome.answer.error));
          else resolve(outcome.answer.result as EngineResult<J>);
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(waiting);
      this.#assign();
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    const threads = [...this.#idle, ...this.#running.keys()];
    await Promise.all(threads.map((thread) => thread.terminate()));
  }

  /** Give waiting jobs to free threads, starting new ones up to the limit. */
  #assign(): void {
    while (this.#waiting.length > 0 && !this.#isStopped) {
      const mayStart = this.#running.size + this.#idle.length < this.options.threads;
      const thread = this.#idle.pop() ?? (mayStart ? this.#startThread() : undefined);
      const waiting = thread && this.#waiting.shift();
      if (!thread || !waiting) return;
      const timer = setTimeout(
        () => this.#kill(thread, timedOut(this.options.limitMs)),
        this.options.limitMs,
      );
      this.#running.set(thread, { ...waiting, timer });
      thread.postMessage(waiting.job);
    }
  }

  #startThread(): Worker {
    const thread = new Worker(threadFile, { resourceLimits: heap });
    thread.unref();
    thread.on('message', (answer: ThreadAnswer) => {
      const running = this.#release(thread);
      this.#idle.push(thread);
      running?.settle({ answer });
      this.#assign();
    });
    thread.on('error', (error) => {
      this.options.logger.warn('an engine thread failed', { error: messageOf(error) });
      this.#kill(thread, crashed(messageOf(error)));
    });
    thread.on('exit', () => this.#kill(thread, crashed('the thread ended')));
    return thread;
  }

  /** End a thread for good; its job fails, the next job gets a new thread. */
  #kill(thread: Worker, error: AppError): void {
    const running = this.#release(thread);
    const place = this.#idle.indexOf(thread);
    if (place >= 0) this.#idle.splice(place, 1);
    running?.settle({ error });
    void thread.terminate();
    this.#assign();
  }

  #release(thread: Worker): Running | undefined {
    const running = this.#running.get(thread);
    clearTimeout(running?.timer);
    this.#running.delete(thread);
    return running;
  }

  #drop(waiting: Waiting): void {
    const place = this.#waiting.indexOf(waiting);
    if (place >= 0) this.#waiting.splice(place, 1);
    const [thread] = [...this.#running].find(([, { settle }]) => settle === waiting.settle) ?? [];
    if (thread) this.#kill(thread, crashed('the step was aborted'));
  }
}

function timedOut(limitMs: number): AppError {
  return new AppError('STEP_TIMEOUT', `the text took longer than ${limitMs / 1_000} s`);
}

/** The words of an engine error may hold text of the user: they go to the log only. */
function crashed(reason: string): AppError {
  return new AppError('STEP_CRASHED', 'the engine stopped unexpectedly', { cause: new Error(reason) });
}
