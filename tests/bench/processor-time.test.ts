import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { measureProcessorTime, timePerTask } from '../../scripts/dev/bench/processor-time';

/** Works for 300 ms of processor time, then prints what it has used since its start. */
const BURN = `
  const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1_000; };
  const end = used() + 300;
  while (used() < end);
  console.log(used());`;
/** Ticks in which the kernel counts, and the end of Node after it has printed. */
const TOLERANCE_MS = 200;

/** A shell whose child works when a line arrives. */
function startShell(): ChildProcess {
  const script = `read line; '${process.execPath}' -e '${BURN}'; echo ended; read line`;
  return spawn('sh', ['-c', script], { stdio: ['pipe', 'pipe', 'inherit'] });
}

/** Milliseconds of processor time that the child has used. */
async function burn(shell: ChildProcess): Promise<number> {
  shell.stdin?.write('go\n');
  let printed = '';
  for await (const chunk of shell.stdout ?? []) {
    printed += String(chunk);
    if (printed.includes('ended')) break;
  }
  return parseFloat(printed);
}

async function end(shell: ChildProcess): Promise<void> {
  const exit = once(shell, 'exit');
  shell.stdin?.end();
  await exit;
}

describe('the processor time of the benchmarks', () => {
  it('counts a process with its descendants, also those that have ended, and under one name only', async () => {
    const [busy, calm] = [startShell(), startShell()];
    const processes = { load: process.pid, busy: busy.pid ?? 0, calm: calm.pid ?? 0 };
    const before = process.cpuUsage();
    const { result: used, time } = await measureProcessorTime(processes, () => burn(busy));
    const own = process.cpuUsage(before);
    await Promise.all([end(busy), end(calm)]);

    expect(used).toBeGreaterThan(300);
    expect(Math.abs((time['busy'] ?? 0) - used)).toBeLessThan(TOLERANCE_MS);
    expect(time['calm']).toBeLessThanOrEqual(20);
    expect(Math.abs((time['load'] ?? 0) - (own.user + own.system) / 1_000)).toBeLessThan(TOLERANCE_MS);
    expect(time.sum).toBe((time['busy'] ?? 0) + (time['calm'] ?? 0) + (time['load'] ?? 0));
  });

  it('is divided by the tasks of all rounds', () => {
    const rounds = [
      { gateway: 100, load: 20, sum: 120 },
      { gateway: 300, load: 20, sum: 320 },
    ];
    expect(timePerTask(rounds, 200)).toEqual({ gateway: 2, load: 0.2, sum: 2.2 });
  });
});
