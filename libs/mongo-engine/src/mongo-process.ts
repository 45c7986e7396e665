import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { environment } from '@medley/kit';
import type { Runtime } from './choose-runtime';

/** Plain JavaScript beside the sources, so that it is found from `src` (tests) and from `dist` alike. */
const SCRIPTS = join(__dirname, '..', 'engine');
const STDERR_MAX = 2_000;
const STOP_MS = 5_000;

export interface MongoCommand {
  script: 'engine-process.cjs' | 'mongod-keeper.cjs';
  runtime: Runtime;
  directory: string;
  /** 0: any free one. */
  port: number;
}

/** `load`: the engine cannot run here; `open`: the directory cannot be opened; `listen`: the port cannot be had. */
export interface MongoStartFailure {
  failed: 'load' | 'open' | 'listen' | 'crash';
  reason: string;
}

/** MongoDB in a child process, which ends when this process ends, even if it is killed. */
export interface MongoProcess {
  pid: number;
  port: number;
  /** Resolves when the process is gone, wanted or not. */
  ended: Promise<void>;
  /** Ask it to finish, and kill it after 5 s. */
  stop(): Promise<void>;
}

/** Starts the child process and waits until it listens. */
export async function startMongoProcess(command: MongoCommand): Promise<MongoProcess | MongoStartFailure> {
  const { runtime, directory, port } = command;
  const child = fork(join(SCRIPTS, command.script), [directory, String(port)], {
    execPath: runtime.execPath,
    execArgv: runtime.execArgv,
    // Its own process group: Ctrl-C is for the parent, which still needs the database while it drains.
    detached: true,
    env: { PATH: environment()['PATH'] },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const answer = await firstAnswer(child);
  if ('failed' in answer) {
    await ended;
    return answer;
  }
  return { pid: child.pid ?? 0, port: answer.port, ended, stop: () => stopChild(child, ended) };
}

function firstAnswer(child: ChildProcess): Promise<{ port: number } | MongoStartFailure> {
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
