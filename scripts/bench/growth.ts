import { randomUUID } from 'node:crypto';
import { newTask, type Task } from '@medley/contracts';
import { prepareBenchGround, type BenchGround } from './bench-ground';
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

/** Tasks a second with few and with many finished tasks in the database: the cost of one must not grow with them. */
export async function benchGrowth(): Promise<GrowthFigures> {
  const ground = await prepareBenchGround();
  try {
    ground.run('services/orchestrator/dist/main.js');
    ground.run('scripts/dist/bench/noop-worker.js');
    const gateway = await ground.runGateway({ ASSUME_STEPS: 'depersonalize' });
    await runTasks(ground, gateway, 200);
    await store(ground, FEW);
    const few = MEASURED / (await runTasks(ground, gateway, MEASURED));
    await store(ground, MANY - FEW);
    const many = MEASURED / (await runTasks(ground, gateway, MEASURED));
    return { per_second_at_1000: few, per_second_at_100000: many, ratio: many / few };
  } finally {
    await ground.stop();
  }
}

async function store(ground: BenchGround, count: number): Promise<void> {
  for (let left = count; left > 0; left -= INSERTS_AT_ONCE) {
    const tasks = Array.from({ length: Math.min(left, INSERTS_AT_ONCE) }, () => endedTask(ground));
    await Promise.all(tasks.map((task) => ground.stores.tasks.insert(task)));
  }
}

function endedTask(ground: BenchGround): Task {
  const now = ground.stores.now();
  const input = {
    url: null, text: 'Иван Петров', filename: null, language_in: 'ru', language_out: 'ru',
    prompt: null, template: null, response_schema: null,
  }; // prettier-ignore
  const steps = [{ id: 'a', name: 'depersonalize' as const, depends_on: [], options: {} }];
  const request = {
    id: randomUUID(),
    account_id: ground.accountId,
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
