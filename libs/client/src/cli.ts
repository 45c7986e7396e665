#!/usr/bin/env node
import { runCommandLine } from './cli/run-command-line';

/** The only module that uses `process`. This package has no dependencies, so it cannot read the environment through kit. */
async function main(): Promise<void> {
  const { argv, env, stdin, stdout, stderr } = process;
  process.exitCode = await runCommandLine({ args: argv.slice(2), env, stdin, stdout, stderr });
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
