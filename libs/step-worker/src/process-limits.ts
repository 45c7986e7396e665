import { findProgram } from './find-program';

/** What the kernel lets a tool use at most. The tool sees an error or a signal when it wants more. */
export interface ProcessLimits {
  addressSpaceBytes?: number;
  cpuSeconds?: number;
  fileBytes?: number;
  openFiles?: number;
}

/** Whether a command can be run and ends with status 0. */
type Works = (command: readonly string[]) => Promise<boolean>;

/**
 * The command that runs `command` under its limits, and only as long as we live. `setpriv` and `prlimit` (util-linux)
 * execute it in place, so process id and exit status stay the tool's own. Where they are missing, as on macOS, only
 * our clock bounds the tool. The number of processes is not limited: the kernel counts it per user, not per tool.
 */
export async function guardCommand(
  command: readonly string[],
  limits: ProcessLimits,
  works: Works,
): Promise<string[]> {
  return [...(await dieWithUs(works)), ...(await underLimits(limits)), ...command];
}

/** A killed parent (SIGKILL, out of memory) can end nobody any more: the kernel then kills the tool. */
async function dieWithUs(works: Works): Promise<string[]> {
  const setpriv = await findProgram('setpriv');
  if (!setpriv) return [];
  const guard = [setpriv, '--pdeathsig', 'KILL', '--no-new-privs', '--'];
  // Older and smaller versions do not know these options.
  return (await works([...guard, setpriv, '--version'])) ? guard : [];
}

async function underLimits(limits: ProcessLimits): Promise<string[]> {
  const flags = [
    flag('--as', limits.addressSpaceBytes),
    flag('--cpu', limits.cpuSeconds),
    flag('--fsize', limits.fileBytes),
    flag('--nofile', limits.openFiles),
  ].flat();
  const prlimit = flags.length > 0 ? await findProgram('prlimit') : null;
  return prlimit ? [prlimit, ...flags, '--core=0', '--'] : [];
}

function flag(name: string, value: number | undefined): string[] {
  return value === undefined ? [] : [`${name}=${Math.ceil(value)}`];
}
