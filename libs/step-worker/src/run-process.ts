import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '@medley/kit';
import { isExecutable } from './find-program';
import { guardCommand, type ProcessLimits } from './process-limits';
import { splitLines } from './split-lines';

export interface ProcessRequest {
  /** Absolute path of the program. */
  command: string;
  args: string[];
  /** Working directory, also HOME and TMPDIR. */
  cwd: string;
  /** Added to a minimal environment; the environment of this process is not inherited. */
  env?: Record<string, string>;
  signal: AbortSignal;
  timeLimitMs: number;
  limits?: ProcessLimits;
  /** Standard input; empty when absent. */
  stdin?: Readable;
  onStdoutLine?: (line: string) => void;
  /** Standard output as bytes, instead of lines. */
  onStdout?: (chunk: Buffer) => void;
  onStderrLine?: (line: string) => void;
}

/** How a program ended by itself: with an exit code or by a signal. */
export interface ProcessEnd {
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  /** The last 4 KiB of standard error. */
  stderr: string;
}

const STDERR_BYTES = 4_096;
/** Milliseconds from SIGTERM to SIGKILL, after the time limit and after an abort. */
const KILL_AFTER_LIMIT_MS = 5_000;
const KILL_AFTER_ABORT_MS = 1_000;
/** Longest wait for the pipes, which a grandchild outside the process group may keep open. */
const DRAIN_MS = 500;
const PROBE_MS = 2_000;

/**
 * Runs a program in its own process group, without a shell, and kills what is left of the group at the end.
 * @throws the reason of the signal when it was aborted; AppError STEP_TIMEOUT past the time limit, TOOL_CRASHED when
 * the program cannot be started
 */
export async function runProcess(request: ProcessRequest): Promise<ProcessEnd> {
  request.signal.throwIfAborted();
  if (!(await isExecutable(request.command))) throw cannotStart(request.command);
  const requested = [request.command, ...request.args];
  const [command = request.command, ...args] = await guardCommand(requested, request.limits ?? {}, probe);
  request.signal.throwIfAborted();
  const child = spawn(command, args, {
    cwd: request.cwd,
    env: { ...minimalEnvironment(request.cwd), ...request.env },
    stdio: [request.stdin ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    detached: true,
  });
  // EPIPE after the program ended is expected.
  if (child.stdin) request.stdin?.pipe(child.stdin.on('error', () => undefined));
  const stderr = listen(child, request);
  const termination = terminateOnAbort(child, request);
  try {
    const [exitCode, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    termination.clear();
    killGroup(child, 'SIGKILL');
    await drainPipes(child);
    if (termination.reason() !== null) throw termination.reason();
    return { exitCode, signal, stderr: stderr() };
  } catch (error) {
    throw child.pid === undefined ? cannotStart(request.command, error) : error;
  } finally {
    termination.clear();
  }
}

/** `MALLOC_ARENA_MAX` keeps glibc from reserving 64 MiB of address space per thread. */
function minimalEnvironment(home: string): Record<string, string> {
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    LANG: 'C.UTF-8',
    HOME: home,
    TMPDIR: home,
    MALLOC_ARENA_MAX: '2',
  };
}

async function probe([command = '', ...args]: readonly string[]): Promise<boolean> {
  const child = spawn(command, args, { stdio: 'ignore', timeout: PROBE_MS, env: {} });
  const [exitCode] = (await once(child, 'exit').catch(() => [null])) as [number | null];
  return exitCode === 0;
}

function listen(child: ChildProcess, request: ProcessRequest): () => string {
  const stdoutLines = splitLines((line) => request.onStdoutLine?.(line));
  const stderrLines = splitLines((line) => request.onStderrLine?.(line));
  let tail = Buffer.alloc(0);
  if (request.onStdout) child.stdout?.on('data', request.onStdout);
  else child.stdout?.on('data', stdoutLines.push).on('end', stdoutLines.end);
  child.stderr
    ?.on('data', (chunk: Buffer) => {
      tail = Buffer.concat([tail, chunk]).subarray(-STDERR_BYTES);
      stderrLines.push(chunk);
    })
    .on('end', stderrLines.end);
  return () => tail.toString('utf8');
}

/** Sends SIGTERM, then SIGKILL, to the process group when the signal aborts or the time limit is over. */
function terminateOnAbort(
  child: ChildProcess,
  { command, signal, timeLimitMs }: ProcessRequest,
): { reason(): unknown; clear(): void } {
  let reason: unknown = null;
  let kill: NodeJS.Timeout | undefined;
  const end = (why: unknown, graceMs: number): void => {
    reason ??= why;
    killGroup(child, 'SIGTERM');
    clearTimeout(kill);
    kill = setTimeout(() => killGroup(child, 'SIGKILL'), graceMs);
  };
  const onAbort = (): void => end(signal.reason, KILL_AFTER_ABORT_MS);
  const limit = setTimeout(() => {
    const seconds = Math.round(timeLimitMs / 1_000);
    end(
      new AppError('STEP_TIMEOUT', `${basename(command)} took longer than ${seconds} s`),
      KILL_AFTER_LIMIT_MS,
    );
  }, timeLimitMs);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  return {
    reason: () => reason,
    clear: () => {
      clearTimeout(limit);
      clearTimeout(kill);
      signal.removeEventListener('abort', onAbort);
    },
  };
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has no process left.
  }
}

async function drainPipes(child: ChildProcess): Promise<void> {
  const pipes = [child.stdout, child.stderr].filter((pipe) => pipe !== null);
  const ended = pipes.filter((pipe) => !pipe.closed).map((pipe) => once(pipe, 'close'));
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, DRAIN_MS);
  });
  await Promise.race([Promise.allSettled(ended), timeout]);
  clearTimeout(timer);
  for (const pipe of pipes) pipe.destroy();
}

function cannotStart(command: string, cause?: unknown): AppError {
  return new AppError('TOOL_CRASHED', `${basename(command)} could not be started`, { cause });
}
