import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { say } from '../say';

export interface GateStep {
  name: string;
  command: readonly string[];
  /** The command or edit that fixes a failure, or shows more of it. */
  fix: string;
}

/** Run a program and capture its output. */
function runQuietly(command: readonly string[]): Promise<{ ok: boolean; output: string }> {
  const [file = '', ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', (error) => resolve({ ok: false, output: error.message }));
    child.once('close', (code) => resolve({ ok: code === 0, output: Buffer.concat(chunks).toString() }));
  });
}

export interface StepsRun {
  /** Fulfilled once fewer steps are left than there are processors. */
  processorFree: Promise<void>;
  /** How many steps failed. */
  failed: Promise<number>;
}

/**
 * Run gate steps, as many at a time as there are processors, a line each in the order they end; a failed one prints its
 * output and its fix.
 */
export function startSteps(steps: readonly GateStep[]): StepsRun {
  const waiting = [...steps];
  let failed = 0;
  const runWaiting = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      if (!(await runStep(step))) failed += 1;
    }
  };
  const runs = Array.from({ length: availableParallelism() }, runWaiting);
  return { processorFree: Promise.race(runs), failed: Promise.all(runs).then(() => failed) };
}

async function runStep(step: GateStep): Promise<boolean> {
  const startedAt = performance.now();
  const { ok, output } = await runQuietly(step.command);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  say(`${ok ? '✓' : '✗'} ${step.name} (${seconds} s)${ok ? '' : `\n${output.trim()}\n  → ${step.fix}`}`);
  return ok;
}
