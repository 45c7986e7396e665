import { readFileSync } from 'node:fs';

const TRIES = 4;

/** Whether {@link busiestTurn} can measure here: Linux reports the processor time of a thread. */
export const canMeasureTurns = process.platform === 'linux';

/**
 * Milliseconds of processor time of the longest event loop turn while `work` runs. Processor time does not depend on other
 * programs of the machine. The least of up to four tries is returned, because garbage collection and compilation fall into
 * some of them only; a try of at most `enoughMs` ends the search.
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
  // Unreferenced, so that the loop takes a turn when there is something to do and does not spin in between.
  let next = setImmediate(sample).unref();
  function sample(): void {
    const now = processorMs();
    busiest = Math.max(busiest, now - before);
    before = now;
    next = setImmediate(sample).unref();
  }
  try {
    await work();
    // Also the turn in which it ends, which is the only one of work that waits for nothing.
    return Math.max(busiest, processorMs() - before);
  } finally {
    clearImmediate(next);
  }
}

/** Processor time of this thread so far. */
function processorMs(): number {
  return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
}
