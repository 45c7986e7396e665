import { readFile, writeFile } from 'node:fs/promises';

/** Resident memory (RSS) of a process in megabytes, without its children. */
export async function residentMb(pid: number): Promise<number> {
  return readMb(pid, 'VmRSS');
}

/** The largest resident memory of a process since {@link resetPeak}, in megabytes, without its children. */
export async function peakResidentMb(pid: number): Promise<number> {
  return readMb(pid, 'VmHWM');
}

/** Let the peak of a process start again at what it uses now. */
export async function resetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}

async function readMb(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const line = status.split('\n').find((one) => one.startsWith(`${field}:`)) ?? '';
  return Number(/\d+/.exec(line)?.[0] ?? NaN) / 1_024;
}
