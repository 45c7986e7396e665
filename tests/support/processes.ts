import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const LOG_MAX = 20_000;

/** A program of the repository run as its own process, as an operator would. */
export class Program {
  readonly #child: ChildProcess;
  #output = '';
  readonly ended: Promise<number | null>;

  /** `script` is relative to the repository, e.g. `services/pii/dist/main.js`. */
  constructor(script: string, env: Record<string, string>, args: readonly string[] = []) {
    this.#child = spawn(process.execPath, [join(ROOT, script), ...args], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (chunk: Buffer): void => {
      this.#output = (this.#output + chunk.toString()).slice(-LOG_MAX);
    };
    this.#child.stdout?.on('data', keep);
    this.#child.stderr?.on('data', keep);
    this.ended = new Promise((resolve) => this.#child.once('exit', (code) => resolve(code)));
  }

  /** What it printed, the last part of it. */
  get output(): string {
    return this.#output;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Send a signal and wait for the end; returns the exit code (null when the signal ended it). */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (!this.hasEnded) this.#child.kill(signal);
    return this.ended;
  }
}
