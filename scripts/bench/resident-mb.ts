import { readFile } from 'node:fs/promises';

/** Megabytes of memory a process has resident, its own children not counted. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1_024;
}
