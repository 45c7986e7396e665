import { readdirSync, readFileSync } from 'node:fs';

/** Root processes by the name under which their processor time is reported. */
export type NamedProcesses = Readonly<Record<string, number>>;
/** Milliseconds of processor time (user and system) by name, and their sum. */
export type ProcessorTime = Record<string, number> & { sum: number };

interface ProcessStat {
  pid: number;
  parent: number;
  /** Of the process and of its children that have ended, user and system. */
  ms: number;
}

/** Linux reports times in ticks of 10 ms to every program (USER_HZ), whatever the kernel uses. */
const TICK_MS = 10;

/**
 * Processor time that each process spends, with its descendants, while `work` runs. A descendant that has a name itself
 * counts under its own name only, so that this process can be measured beside its children.
 */
export async function measureProcessorTime<T>(
  processes: NamedProcesses,
  work: () => Promise<T>,
): Promise<{ result: T; time: ProcessorTime }> {
  const before = readProcessorTime(processes);
  const result = await work();
  const after = readProcessorTime(processes);
  const spent = Object.keys(processes).map((name): [string, number] => [
    name,
    (after.get(name) ?? 0) - (before.get(name) ?? 0),
  ]);
  return { result, time: withSum(spent) };
}

/** The measured times together, divided by the number of tasks. */
export function timePerTask(times: readonly ProcessorTime[], tasks: number): ProcessorTime {
  const names = new Set(times.flatMap((time) => Object.keys(time)));
  names.delete('sum');
  const totals = [...names].map((name): [string, number] => [
    name,
    times.reduce((total, time) => total + (time[name] ?? 0), 0) / tasks,
  ]);
  return withSum(totals);
}

function withSum(entries: readonly (readonly [string, number])[]): ProcessorTime {
  const sum = entries.reduce((total, [, ms]) => total + ms, 0);
  return { ...Object.fromEntries(entries), sum };
}

function readProcessorTime(processes: NamedProcesses): ReadonlyMap<string, number> {
  const stats = readStats();
  const nameOf = new Map(Object.entries(processes).map(([name, pid]) => [pid, name]));
  const times = new Map<string, number>();
  for (const { pid, ms } of stats.values()) {
    let ancestor: number | undefined = pid;
    while (ancestor !== undefined && !nameOf.has(ancestor)) ancestor = stats.get(ancestor)?.parent;
    const name = nameOf.get(ancestor ?? 0);
    if (name !== undefined) times.set(name, (times.get(name) ?? 0) + ms);
  }
  return times;
}

function readStats(): ReadonlyMap<number, ProcessStat> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const stats = pids.map(Number).flatMap((pid) => readStat(pid) ?? []);
  return new Map(stats.map((stat) => [stat.pid, stat]));
}

/** Null when the process has ended in the meantime. */
function readStat(pid: number): ProcessStat | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return null;
  }
  // The second field, the program's name in parentheses, may hold anything; the state follows it.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0, ticks] = [fields[1], fields.slice(11, 15)];
  return { pid, parent, ms: ticks.reduce((total, one) => total + one, 0) * TICK_MS };
}
