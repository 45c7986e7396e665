import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

const COMMAND = join(__dirname, '../dist/cli.js');

/** Run `medley` with these arguments as a process of its own. */
export function runMedley(args: readonly string[], env: Record<string, string>, stdin = ''): Promise<Ran> {
  return run([process.execPath, COMMAND, ...args], env, { stdin });
}

/** The same before a terminal, which shows all that is written to either output; `onShown` receives all output so far. */
export function runMedleyOnTerminal(
  args: readonly string[],
  env: Record<string, string>,
  onShown?: (text: string) => void,
): Promise<Ran> {
  const line = [process.execPath, COMMAND, ...args].map((part) => `'${part}'`).join(' ');
  return run(['script', '--quiet', '--return', '--command', line, '/dev/null'], env, { onShown });
}

interface RunOptions {
  stdin?: string;
  onShown?: ((text: string) => void) | undefined;
}

async function run(
  command: readonly string[],
  env: Record<string, string>,
  { stdin = '', onShown }: RunOptions,
): Promise<Ran> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { env: { PATH: process.env['PATH'], ...env } });
  child.stdin.end(stdin);
  const closed = once(child, 'close') as Promise<[number | null]>;
  const [stdout, stderr, [code]] = await Promise.all([
    collect(child.stdout, onShown),
    collect(child.stderr),
    closed,
  ]);
  return { code, stdout, stderr };
}

async function collect(stream: Readable, onText?: (text: string) => void): Promise<string> {
  let text = '';
  for await (const chunk of stream.setEncoding('utf8') as AsyncIterable<string>) {
    text += chunk;
    onText?.(text);
  }
  return text;
}
