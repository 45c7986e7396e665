import { randomUUID } from 'node:crypto';
import { newTask, type Task } from '@medley/contracts';
import { startBenchEnvironment, type BenchEnvironment } from './bench-environment';
import { runTasks } from './load-tasks';

const FEW = 1_000;
const MANY = 100_000;
const MEASURED = 1_000;
const INSERTS_AT_ONCE = 500;

export interface GrowthFigures {
  per_second_at_1000: number;
  per_second_at_100000: number;
  ratio: number;
}

/** Tasks per second with few and with many finished tasks in the database: their number must not slow down new ones. */
export async function benchGrowth(): Promise<GrowthFigures> {
  const bench = await startBenchEnvironment();
  try {
    bench.run('services/orchestrator/dist/main.js');
    bench.run('scripts/dev/dist/bench/noop-worker.js');
    const gateway = await bench.runGateway({ ASSUME_STEPS: 'depersonalize' });
    await runTasks(bench, gateway, 200);
    await store(bench, FEW);
    const few = MEASURED / (await runTasks(bench, gateway, MEASURED));
    await store(bench, MANY - FEW);
    const many = MEASURED / (await runTasks(bench, gateway, MEASURED));
    return { per_second_at_1000: few, per_second_at_100000: many, ratio: many / few };
  } finally {
    await bench.stop();
  }
}

async function store(bench: BenchEnvironment, count: number): Promise<void> {
  for (let left = count; left > 0; left -= INSERTS_AT_ONCE) {
    const tasks = Array.from({ length: Math.min(left, INSERTS_AT_ONCE) }, () => endedTask(bench));
    await Promise.all(tasks.map((task) => bench.stores.tasks.insert(task)));
  }
}

function endedTask(bench: BenchEnvironment): Task {
  const now = bench.stores.now();
  const input = {
    url: null, text: 'Иван Петров', filename: null, language_in: 'ru', language_out: 'ru',
    prompt: null, template: null, response_schema: null,
  }; // prettier-ignore
  const steps = [{ id: 'a', name: 'depersonalize' as const, depends_on: [], options: {} }];
  const request = {
    id: randomUUID(),
    account_id: bench.accountId,
    input,
    steps,
    metadata: [],
    webhook_url: null,
    ttl: 24,
    reserved: 0,
  };
  const task = newTask(request, now);
  const cost = { reserved: 0, extensions: [], wanted: null, charged: 0, settled: true };
  return { ...task, status: 'completed', completed_at: now, cost, wake_at: task.expires_at };
}
