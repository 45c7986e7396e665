import { findProgram } from './find-program';

/** What the kernel lets a tool use at most. The tool sees an error or a signal when it wants more. */
export interface ProcessLimits {
  addressSpaceBytes?: number;
  cpuSeconds?: number;
  fileBytes?: number;
  openFiles?: number;
}

/**
 * The command that runs `command` under its limits: `prlimit` (util-linux) executes it in place, so process id and
 * exit status stay the tool's own. Without prlimit, as on macOS, the tool runs unlimited and only our clock bounds it.
 * The number of processes is not limited: the kernel counts it per user, not per tool.
 */
export async function underLimits(command: string, args: string[], limits: ProcessLimits): Promise<string[]> {
  const flags = [
    flag('--as', limits.addressSpaceBytes),
    flag('--cpu', limits.cpuSeconds),
    flag('--fsize', limits.fileBytes),
    flag('--nofile', limits.openFiles),
  ].flat();
  const prlimit = flags.length > 0 ? await findProgram('prlimit') : null;
  if (!prlimit) return [command, ...args];
  return [prlimit, ...flags, '--core=0', '--', command, ...args];
}

function flag(name: string, value: number | undefined): string[] {
  return value === undefined ? [] : [`${name}=${Math.ceil(value)}`];
}
