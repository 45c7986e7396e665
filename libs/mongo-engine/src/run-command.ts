import { execFile } from 'node:child_process';

export interface CommandOptions {
  timeoutMs: number;
  cwd?: string;
  env?: NodeJS.ProcessEnv;
}

export interface CommandResult {
  ok: boolean;
  /** Both outputs, in the end as much as a person needs to see what went wrong. */
  output: string;
}

const OUTPUT_MAX = 1024 * 1024;

/** Run a program to its end; a program that is missing, fails or takes too long is a result, not an error. */
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
