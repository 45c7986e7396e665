import { startBenchEnvironment } from './bench-environment';
import { benchBullMq } from './bullmq-flows';
import { runTasks } from './load-tasks';

const WARM_UP = 200;
const TASKS = 2_000;

export interface FlowFigures {
  medley_per_second: number;
  /** Null where there is no redis-server. */
  bullmq_per_second: number | null;
  ratio: number | null;
}

/** Tasks of three no-op steps per second, end to end over separate processes, against BullMQ flows of three levels. */
export async function benchFlows(): Promise<FlowFigures> {
  const medley = await medleyRate();
  const bullmq = await benchBullMq({ warmUp: WARM_UP, flows: TASKS });
  return {
    medley_per_second: medley,
    bullmq_per_second: bullmq,
    ratio: bullmq === null ? null : medley / bullmq,
  };
}

async function medleyRate(): Promise<number> {
  const bench = await startBenchEnvironment();
  try {
    bench.run('services/orchestrator/dist/main.js');
    bench.run('scripts/dev/dist/bench/noop-worker.js');
    const gateway = await bench.runGateway({ ASSUME_STEPS: 'depersonalize' });
    await runTasks(bench, gateway, WARM_UP);
    return TASKS / (await runTasks(bench, gateway, TASKS));
  } finally {
    await bench.stop();
  }
}
