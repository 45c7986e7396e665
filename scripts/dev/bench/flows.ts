import { startAllInOne } from './all-in-one';
import { startBenchEnvironment } from './bench-environment';
import { benchBullMq, type FlowRate } from './bullmq-flows';
import { runTasks, type LoadedAccount } from './load-tasks';
import { measureProcessorTime, timePerTask, type NamedProcesses, type ProcessorTime } from './processor-time';

/** Tasks, and flows of BullMQ, before the measurement: V8 needs some thousands to compile the hot code. */
const WARM_UP = 3_000;
const TASKS = 2_000;

export interface FlowFigures {
  medley_per_second: number;
  /** Null where there is no redis-server. */
  bullmq_per_second: number | null;
  ratio: number | null;
  medley_processor_ms_per_task: ProcessorTime;
  bullmq_processor_ms_per_task: ProcessorTime | null;
}

/** Tasks of three no-op steps per second, end to end over separate processes, against BullMQ flows of three levels. */
export function benchFlows(): Promise<FlowFigures> {
  return compare(async () => {
    const bench = await startBenchEnvironment();
    try {
      bench.run('services/orchestrator/dist/main.js');
      bench.run('scripts/dev/dist/bench/noop-worker.js');
      const gateway = await bench.runGateway({ ASSUME_STEPS: 'depersonalize' });
      return await measure(bench, gateway);
    } finally {
      await bench.stop();
    }
  });
}

/** Tasks of three real steps on a tiny text per second in the one process of `npm start`, against the same flows. */
export function benchEmbeddedFlows(): Promise<FlowFigures> {
  return compare(async () => {
    const medley = await startAllInOne();
    try {
      return await measure(medley, medley.url);
    } finally {
      await medley.stop();
    }
  });
}

async function compare(runMedley: () => Promise<FlowRate>): Promise<FlowFigures> {
  const medley = await runMedley();
  const bullmq = await benchBullMq({ warmUp: WARM_UP, flows: TASKS });
  return {
    medley_per_second: medley.perSecond,
    bullmq_per_second: bullmq?.perSecond ?? null,
    ratio: bullmq && medley.perSecond / bullmq.perSecond,
    medley_processor_ms_per_task: medley.processorTime,
    bullmq_processor_ms_per_task: bullmq && bullmq.processorTime,
  };
}

async function measure(
  system: LoadedAccount & { processes: NamedProcesses },
  gateway: string,
): Promise<FlowRate> {
  await runTasks(system, gateway, WARM_UP);
  const { result, time } = await measureProcessorTime(system.processes, () =>
    runTasks(system, gateway, TASKS),
  );
  return { perSecond: TASKS / result, processorTime: timePerTask([time], TASKS) };
}
