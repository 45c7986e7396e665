import { setTimeout as pause } from 'node:timers/promises';
import { median, startBenchEnvironment, quantile } from './bench-environment';
import { runTasks } from './load-tasks';

const TASKS = 200;

export interface HopFigures {
  median_ms: number;
  p99_ms: number;
}

/** Time from a step's end to the next step's start while nothing else runs. */
export async function benchHop(): Promise<HopFigures> {
  const bench = await startBenchEnvironment();
  try {
    bench.run('services/orchestrator/dist/main.js');
    const worker = bench.run('scripts/dev/dist/bench/noop-worker.js');
    const gateway = await bench.runGateway({ ASSUME_STEPS: 'depersonalize' });
    await runTasks(bench, gateway, 50);
    const hops: number[] = [];
    worker.on('message', (message) => hops.push((message as { hopMs: number }).hopMs));
    for (let index = 0; index < TASKS; index += 1) {
      await runTasks(bench, gateway, 1);
      await pause(5);
    }
    return { median_ms: median(hops), p99_ms: quantile(hops, 0.99) };
  } finally {
    await bench.stop();
  }
}
