import { findProgram } from './find-program';

/** Resource limits of a program, enforced by the kernel with an error or a signal. */
export interface ProcessLimits {
  addressSpaceBytes?: number;
  cpuSeconds?: number;
  fileBytes?: number;
  openFiles?: number;
}

/** Runs a command; whether it ended with status 0. */
type Probe = (command: readonly string[]) => Promise<boolean>;

/**
 * The command line that runs `command` under its limits and kills it when this process ends. `setpriv` and `prlimit`
 * (util-linux) exec it, so process id and exit status are its own. Where they are missing, as on macOS, only the time
 * limit applies. The number of processes is not limited: the kernel counts it per user, not per program.
 */
export async function guardCommand(
  command: readonly string[],
  limits: ProcessLimits,
  probe: Probe,
): Promise<string[]> {
  return [...(await parentDeathGuard(probe)), ...(await resourceLimits(limits)), ...command];
}

/** Makes the kernel kill the program when this process ends, even by SIGKILL. */
async function parentDeathGuard(probe: Probe): Promise<string[]> {
  const setpriv = await findProgram('setpriv');
  if (!setpriv) return [];
  const guard = [setpriv, '--pdeathsig', 'KILL', '--no-new-privs', '--'];
  // Older versions and BusyBox do not have these options.
  return (await probe([...guard, setpriv, '--version'])) ? guard : [];
}

async function resourceLimits(limits: ProcessLimits): Promise<string[]> {
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
