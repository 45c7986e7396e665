import { setTimeout as pause } from 'node:timers/promises';
import { median, startBenchEnvironment, quantile } from './bench-environment';
import { runTasks } from './load-tasks';

const TASKS = 200;
const WARM_UP = 50;
export interface HopFigures {
  median_ms: number;
  p99_ms: number;
}

/** Time from a step's end to the start of the next one, which gets a message of its own, while nothing else runs. */
export async function benchHop(): Promise<HopFigures> {
  const bench = await startBenchEnvironment();
  try {
    bench.run('services/orchestrator/dist/main.js');
    const worker = bench.run('scripts/dev/dist/bench/noop-worker.js');
    const gateway = await bench.runGateway({ ASSUME_STEPS: 'depersonalize' });
    const account = { ...bench, graph: 'siblings' } as const;
    const hops: number[] = [];
    // From the start: Node keeps messages for a listener that comes later, so that the warm-up would count.
    worker.on('message', (message) => hops.push((message as { hopMs: number }).hopMs));
    await runTasks(account, gateway, WARM_UP);
    await waitForHops(hops, WARM_UP);
    hops.length = 0;
    for (let index = 0; index < TASKS; index += 1) {
      await runTasks(account, gateway, 1);
      await pause(5);
    }
    await waitForHops(hops, TASKS);
    return { median_ms: median(hops), p99_ms: quantile(hops, 0.99) };
  } finally {
    await bench.stop();
  }
}

/** Messages of the worker may arrive after its task has been seen to end. */
async function waitForHops(hops: readonly number[], tasks: number): Promise<void> {
  while (hops.length < tasks) await pause(5);
}
