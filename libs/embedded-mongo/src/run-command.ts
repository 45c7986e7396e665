import { execFile } from 'node:child_process';

export interface CommandOptions {
  timeoutMs: number;
  cwd?: string;
  env?: NodeJS.ProcessEnv;
}

export interface CommandResult {
  ok: boolean;
  /** stdout followed by stderr. */
  output: string;
}

const OUTPUT_MAX = 1024 * 1024;

/** Runs a program to its end. A missing program, a non-zero exit and a timeout resolve with `ok: false`. */
export function runCommand(
  file: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const { timeoutMs, ...rest } = options;
    execFile(file, args, { ...rest, timeout: timeoutMs, maxBuffer: OUTPUT_MAX }, (error, stdout, stderr) =>
      resolve({ ok: error === null, output: `${stdout}${stderr}`.trim() || (error?.message ?? '') }),
    );
  });
}
