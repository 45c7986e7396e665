import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { environment } from '@medley/kit';
import type { Runtime } from './choose-runtime';

/** Reachable by the same relative path from `src` (tests) and from `dist`. */
const SCRIPTS = join(__dirname, '..', 'process');
const STDERR_MAX = 2_000;
const STOP_MS = 5_000;

export interface MongoCommand {
  script: 'embedded-mongo.cjs' | 'mongod-supervisor.cjs';
  runtime: Runtime;
  directory: string;
  /** 0: any free port. */
  port: number;
}

/** `load`: the native module or `mongod` does not start; `open`: the directory cannot be opened; `listen`: the port is not available. */
export interface MongoStartFailure {
  failed: 'load' | 'open' | 'listen' | 'crash';
  reason: string;
}

/** MongoDB in a child process that ends with this process, even when this one is killed. */
export interface MongoProcess {
  pid: number;
  port: number;
  /** Resolves when the process has exited for any reason. */
  ended: Promise<void>;
  /** Sends SIGTERM, and SIGKILL after 5 s. */
  stop(): Promise<void>;
}

/** Starts the child process and waits until it listens. */
export async function startMongoProcess(command: MongoCommand): Promise<MongoProcess | MongoStartFailure> {
  const { runtime, directory, port } = command;
  const child = fork(join(SCRIPTS, command.script), [directory, String(port)], {
    execPath: runtime.execPath,
    execArgv: runtime.execArgv,
    // A process group of its own: Ctrl-C must reach the parent only, which needs the database while it drains.
    detached: true,
    env: { PATH: environment()['PATH'] },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const report = await firstReport(child);
  if ('failed' in report) {
    await ended;
    return report;
  }
  return { pid: child.pid ?? 0, port: report.port, ended, stop: () => stopChild(child, ended) };
}

function firstReport(child: ChildProcess): Promise<{ port: number } | MongoStartFailure> {
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = `${stderr}${text}`.slice(-STDERR_MAX);
  });
  return new Promise((resolve) => {
    child.once('message', (message) => resolve(message as { port: number } | MongoStartFailure));
    child.once('error', (error) => resolve({ failed: 'load', reason: error.message }));
    child.once('exit', (code, signal) =>
      resolve({ failed: 'crash', reason: stderr.trim() || `ended with ${signal ?? code}` }),
    );
  });
}

async function stopChild(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(killer);
}
