import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

export type SchemaJob =
  { kind: 'check'; schema: string } | { kind: 'validate'; schema: string; value: string };

export interface SchemaFault {
  /** JSON Pointer of the place in the value that does not fit; `/` is the whole. */
  path: string;
  message: string;
}

export interface SchemaReply {
  problem?: string | null;
  faults?: SchemaFault[];
}

/** Beside the package root, so it is there for the sources and for the build. */
const workerFile = join(__dirname, '..', 'schema-worker.cjs');
const START_MS = 15_000;

/** One worker thread that does one job at a time, in order; it is started when first needed and after each accident. */
export class SchemaThread {
  #worker: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Jobs given and not done. */
  get waiting(): number {
    return this.#waiting;
  }

  /** The worker's reply; null when the job ran longer than `limitMs` or out of memory (its thread is then gone). */
  run(job: SchemaJob, limitMs: number): Promise<SchemaReply | null> {
    this.#waiting += 1;
    const reply = this.#last.then(() => this.#runNow(job, limitMs)).finally(() => (this.#waiting -= 1));
    this.#last = reply.catch(() => undefined);
    return reply;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = null;
  }

  async #runNow(job: SchemaJob, limitMs: number): Promise<SchemaReply | null> {
    const worker = this.#worker ?? (await this.#start());
    const reply = nextMessage(worker, limitMs);
    worker.postMessage(job);
    const message = await reply;
    if (message === null) await this.close();
    return message as SchemaReply | null;
  }

  async #start(): Promise<Worker> {
    const worker = await startWorker();
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = null;
    });
    this.#worker = worker;
    return worker;
  }
}

async function startWorker(): Promise<Worker> {
  const worker = new Worker(workerFile, {
    // Nothing of this process is in reach of a compiled schema.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 128, stackSizeMb: 4 },
  });
  worker.unref();
  // Out of memory, for example; unheard it would end the process. What matters is the exit that follows.
  worker.on('error', () => undefined);
  const ready = await nextMessage(worker, START_MS);
  if (ready === 'ready') return worker;
  await worker.terminate();
  throw new Error('the thread that checks JSON Schemas does not start');
}

/** Null when the worker says nothing in time or dies. */
function nextMessage(worker: Worker, limitMs: number): Promise<unknown> {
  return new Promise((resolve) => {
    const settle = (message: unknown): void => {
      clearTimeout(timer);
      worker.off('message', settle).off('exit', giveUp);
      resolve(message);
    };
    const giveUp = (): void => settle(null);
    const timer = setTimeout(giveUp, limitMs);
    worker.on('message', settle).on('exit', giveUp);
  });
}
