import { readFile } from 'node:fs/promises';

/** Resident memory (RSS) of a process in megabytes, without its children. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1_024;
}
