import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { AppError } from '@medley/kit';
import { runProcess } from '@medley/step-worker';
import {
  RESPONSE_PREFIX,
  type SherpaResponse,
  type SherpaJob,
  type SherpaConfig,
  type SherpaUtterance,
} from './sherpa-messages';

/** The built file, also when this one runs from its TypeScript source. */
const PROGRAM = join(__dirname, '..', '..', 'dist', 'engines', 'sherpa-process.js');
/** The longest that a timer can wait; who uses the process bounds its work, and lets go of it when idle. */
const LIFE_MS = 2_147_483_647;
/** What the library prints, and goes on with an empty result, when a model fails within its work. */
const SWALLOWED = /Caught exception|Return an empty result/;

interface Waiting {
  resolve(utterances: SherpaUtterance[]): void;
  reject(error: unknown): void;
}

/** A process that holds one model. It does one thing at a time. */
export class SherpaChild {
  readonly #orders = new PassThrough();
  readonly #life = new AbortController();
  readonly #ended: Promise<void>;
  #waiting: Waiting | null = null;
  #hasFailedQuietly = false;
  #lastWords = '';
  #isOver = false;

  constructor() {
    this.#ended = this.#run();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** @throws AppError TOOL_CRASHED when the library cannot use what it is given; its cause says why, to operators only */
  async load(load: SherpaConfig, signal: AbortSignal): Promise<void> {
    await this.#ask(load, signal);
  }

  /** An abort ends the process: nothing else stops the library. @throws AppError TOOL_CRASHED; the signal's reason */
  hear(job: SherpaJob, signal: AbortSignal): Promise<SherpaUtterance[]> {
    return this.#ask(job, signal);
  }

  async close(): Promise<void> {
    this.#life.abort();
    await this.#ended;
  }

  async #ask(order: SherpaConfig | SherpaJob, signal: AbortSignal): Promise<SherpaUtterance[]> {
    signal.throwIfAborted();
    const onAbort = (): void => {
      this.#settle(({ reject }) => reject(signal.reason));
      this.#life.abort();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await new Promise<SherpaUtterance[]>((resolve, reject) => {
        this.#waiting = { resolve, reject };
        this.#hasFailedQuietly = false;
        if (this.#isOver) this.#settle(({ reject: fail }) => fail(this.#crashed()));
        else this.#orders.write(`${JSON.stringify(order)}\n`);
      });
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  async #run(): Promise<void> {
    const cwd = await mkdtemp(join(tmpdir(), 'medley-sherpa-'));
    try {
      await runProcess({
        command: process.execPath,
        args: [PROGRAM],
        cwd,
        signal: this.#life.signal,
        timeLimitMs: LIFE_MS,
        stdin: this.#orders,
        onStdoutLine: (line) => this.#onLine(line),
        onStderrLine: (line) => this.#onWords(line),
      });
    } catch {
      // However it ended, who waits is told below.
    } finally {
      this.#isOver = true;
      this.#settle(({ reject }) => reject(this.#crashed()));
      await rm(cwd, { recursive: true, force: true });
    }
  }

  #onLine(line: string): void {
    if (!line.startsWith(RESPONSE_PREFIX)) return;
    const answer = JSON.parse(line.slice(RESPONSE_PREFIX.length)) as SherpaResponse;
    if ('error' in answer) this.#onWords(answer.error);
    const isGood = 'done' in answer && !this.#hasFailedQuietly;
    this.#settle(({ resolve, reject }) => (isGood ? resolve(answer.done) : reject(this.#crashed())));
  }

  #onWords(line: string): void {
    if (line.trim() !== '') this.#lastWords = line.trim();
    if (SWALLOWED.test(line)) this.#hasFailedQuietly = true;
  }

  #settle(how: (waiting: Waiting) => void): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting) how(waiting);
  }

  #crashed(): AppError {
    const cause = new Error(this.#lastWords === '' ? 'it ended without a word' : this.#lastWords);
    return new AppError('TOOL_CRASHED', 'the local speech engine ended abnormally', { cause });
  }
}
