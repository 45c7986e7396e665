import { prepareBenchGround } from './bench-ground';
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

/** Tasks of three no-op steps a second, end to end over separate processes, beside BullMQ flows of three levels. */
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
  const ground = await prepareBenchGround();
  try {
    ground.run('services/orchestrator/dist/main.js');
    ground.run('scripts/dist/bench/noop-worker.js');
    const gateway = await ground.runGateway({ ASSUME_STEPS: 'depersonalize' });
    await runTasks(ground, gateway, WARM_UP);
    return TASKS / (await runTasks(ground, gateway, TASKS));
  } finally {
    await ground.stop();
  }
}
