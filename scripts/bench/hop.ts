import { setTimeout as pause } from 'node:timers/promises';
import { median, prepareBenchGround, quantile } from './bench-ground';
import { runTasks } from './load-tasks';

const TASKS = 200;

export interface HopFigures {
  median_ms: number;
  p99_ms: number;
}

/** Time from a step's end to the next step's start while nothing else runs. */
export async function benchHop(): Promise<HopFigures> {
  const ground = await prepareBenchGround();
  try {
    ground.run('services/orchestrator/dist/main.js');
    const worker = ground.run('scripts/dist/bench/noop-worker.js');
    const gateway = await ground.runGateway({ ASSUME_STEPS: 'depersonalize' });
    await runTasks(ground, gateway, 50);
    const hops: number[] = [];
    worker.on('message', (message) => hops.push((message as { hopMs: number }).hopMs));
    for (let index = 0; index < TASKS; index += 1) {
      await runTasks(ground, gateway, 1);
      await pause(5);
    }
    return { median_ms: median(hops), p99_ms: quantile(hops, 0.99) };
  } finally {
    await ground.stop();
  }
}
