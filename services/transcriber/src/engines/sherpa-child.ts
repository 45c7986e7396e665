import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { AppError } from '@medley/kit';
import { runProcess } from '@medley/step-worker';
import { threadModule } from '@medley/worker-pool';
import {
  RESPONSE_PREFIX,
  type SherpaResponse,
  type SherpaJob,
  type SherpaConfig,
  type SherpaUtterance,
} from './sherpa-messages';

const program = threadModule(join(__dirname, 'sherpa-process'));
/** The maximum of a timer: jobs are limited by their signals, and the pool ends idle processes. */
const LIFETIME_MS = 2_147_483_647;
/** What the library prints when a model fails; it then continues with an empty result. */
const SWALLOWED_ERROR = /Caught exception|Return an empty result/;

interface Pending {
  resolve(utterances: SherpaUtterance[]): void;
  reject(error: unknown): void;
}

/** A child process with one loaded model. It runs one job at a time. */
export class SherpaChild {
  readonly #stdin = new PassThrough();
  readonly #lifetime = new AbortController();
  readonly #ended: Promise<void>;
  #pending: Pending | null = null;
  #hasSwallowedError = false;
  #lastLogLine = '';
  #hasEnded = false;

  constructor() {
    this.#ended = this.#run();
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /**
   * Loads the models. Call it once, before `transcribe`.
   * @throws AppError TOOL_CRASHED when the library rejects the models: its cause is for operators; the reason of the signal
   */
  async load(config: SherpaConfig, signal: AbortSignal): Promise<void> {
    await this.#request(config, signal);
  }

  /**
   * Transcribes a chunk. An abort ends the process, since the library cannot be interrupted.
   * @throws AppError TOOL_CRASHED; the reason of the signal
   */
  transcribe(job: SherpaJob, signal: AbortSignal): Promise<SherpaUtterance[]> {
    return this.#request(job, signal);
  }

  async close(): Promise<void> {
    this.#lifetime.abort();
    await this.#ended;
  }

  async #request(message: SherpaConfig | SherpaJob, signal: AbortSignal): Promise<SherpaUtterance[]> {
    signal.throwIfAborted();
    const onAbort = (): void => {
      this.#settle(({ reject }) => reject(signal.reason));
      this.#lifetime.abort();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await new Promise<SherpaUtterance[]>((resolve, reject) => {
        this.#pending = { resolve, reject };
        this.#hasSwallowedError = false;
        if (this.#hasEnded) this.#settle(({ reject: fail }) => fail(this.#crashed()));
        else this.#stdin.write(`${JSON.stringify(message)}\n`);
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
        args: [...program.execArgv, program.filename],
        cwd,
        signal: this.#lifetime.signal,
        timeLimitMs: LIFETIME_MS,
        stdin: this.#stdin,
        onStdoutLine: (line) => this.#onStdoutLine(line),
        onStderrLine: (line) => this.#onLogLine(line),
      });
    } catch {
      // The pending request is rejected below, however the process ended.
    } finally {
      this.#hasEnded = true;
      this.#settle(({ reject }) => reject(this.#crashed()));
      await rm(cwd, { recursive: true, force: true });
    }
  }

  #onStdoutLine(line: string): void {
    if (!line.startsWith(RESPONSE_PREFIX)) return;
    const response = JSON.parse(line.slice(RESPONSE_PREFIX.length)) as SherpaResponse;
    if ('error' in response) this.#onLogLine(response.error);
    const succeeded = 'done' in response && !this.#hasSwallowedError;
    this.#settle(({ resolve, reject }) => (succeeded ? resolve(response.done) : reject(this.#crashed())));
  }

  #onLogLine(line: string): void {
    if (line.trim() !== '') this.#lastLogLine = line.trim();
    if (SWALLOWED_ERROR.test(line)) this.#hasSwallowedError = true;
  }

  #settle(settle: (pending: Pending) => void): void {
    const pending = this.#pending;
    this.#pending = null;
    if (pending) settle(pending);
  }

  #crashed(): AppError {
    const cause = new Error(this.#lastLogLine === '' ? 'the process printed nothing' : this.#lastLogLine);
    return new AppError('TOOL_CRASHED', 'the local speech engine ended abnormally', { cause });
  }
}
