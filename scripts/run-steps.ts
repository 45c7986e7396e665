import { spawn } from 'node:child_process';

export interface GateStep {
  name: string;
  command: readonly string[];
  /** What to type to mend or to look closer. */
  fix: string;
}

/** Run a program with its output kept; resolves with what it printed. */
export function runQuietly(command: readonly string[]): Promise<{ ok: boolean; output: string }> {
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

/** Run gate steps in order, a line each; a failed one prints its output and its fix. Returns how many failed. */
export async function runSteps(steps: readonly GateStep[]): Promise<number> {
  let failed = 0;
  for (const step of steps) {
    const startedAt = performance.now();
    const { ok, output } = await runQuietly(step.command);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    say(`${ok ? '✓' : '✗'} ${step.name} (${seconds} s)`);
    if (ok) continue;
    failed += 1;
    say(`${output.trim()}\n  → ${step.fix}`);
  }
  return failed;
}

/** A line for the person at the terminal. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
