#!/usr/bin/env node
import { runCommandLine } from './cli/run-command-line';

/** The only part that touches the process. This package stands alone, so the environment does not come from kit. */
async function main(): Promise<void> {
  const { argv, env, stdin, stdout, stderr } = process;
  process.exitCode = await runCommandLine({ args: argv.slice(2), env, stdin, stdout, stderr });
}

void main();
