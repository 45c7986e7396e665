import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { repositoryRoot } from './repository-root';

const LOG_MAX = 20_000;
/** What a program has started may hold its output open after its end, so that it is never read to its end. */
const INHERITED_MS = 2_000;

/** A script of the repository, run as a child process. */
export class Program {
  readonly #child: ChildProcess;
  #output = '';
  /** Resolves with the exit code when the program has ended and its output has been read. */
  readonly ended: Promise<number | null>;

  /** `script` is relative to the repository, e.g. `services/pii/dist/main.js`, or a path of another checkout. */
  constructor(script: string, env: Record<string, string>, args: readonly string[] = []) {
    this.#child = spawn(process.execPath, [resolve(repositoryRoot, script), ...args], {
      cwd: repositoryRoot,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (chunk: Buffer): void => {
      this.#output = (this.#output + chunk.toString()).slice(-LOG_MAX);
    };
    this.#child.stdout?.on('data', keep);
    this.#child.stderr?.on('data', keep);
    this.ended = new Promise((done) => {
      this.#child.once('close', (code) => done(code));
      this.#child.once('exit', (code) => setTimeout(done, INHERITED_MS, code).unref());
    });
  }

  /** The last 20,000 characters of its output. */
  get output(): string {
    return this.#output;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Sends a signal and waits for the end; returns the exit code, null when the signal ended it. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (!this.hasEnded) this.#child.kill(signal);
    return this.ended;
  }
}
