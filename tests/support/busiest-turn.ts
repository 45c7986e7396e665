import { readFileSync } from 'node:fs';

const TRIES = 4;

/** Whether {@link busiestTurn} can measure here: Linux tells how long a thread had a processor. */
export const canMeasureTurns = process.platform === 'linux';

/**
 * Milliseconds of processor time that the busiest turn of this event loop takes while `work` runs: work done, not time
 * passed, so that other programs on the machine do not change it. What the work itself does is in each try; garbage
 * collection and compilation are not, hence the least of some tries.
 */
export async function busiestTurn(work: () => Promise<unknown>, enoughMs: number): Promise<number> {
  let least = Infinity;
  for (let tries = 0; tries < TRIES && least > enoughMs; tries += 1) {
    least = Math.min(least, await measureOnce(work));
  }
  return least;
}

async function measureOnce(work: () => Promise<unknown>): Promise<number> {
  let busiest = 0;
  let before = processorMs();
  let next = setImmediate(sample);
  function sample(): void {
    const now = processorMs();
    busiest = Math.max(busiest, now - before);
    before = now;
    next = setImmediate(sample);
  }
  try {
    await work();
  } finally {
    clearImmediate(next);
  }
  return busiest;
}

/** How long this thread has had a processor. */
function processorMs(): number {
  return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
}
