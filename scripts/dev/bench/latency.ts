import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { toUnits } from '@medley/contracts';
import { median, quantile, startBenchEnvironment, type BenchEnvironment } from './bench-environment';
import { createTasks, runTasks, type LoadedAccount } from './load-tasks';

const IDLE_REQUESTS = 500;
const QUEUED = 6_000;
/** Between two requests, so that they do not follow the rhythm of the one before. */
const PAUSE_MS = 5;

export interface LatencyFigures {
  idle_median_ms: number;
  idle_p99_ms: number;
  /** Unfinished tasks of the other account when the requests beside it began. */
  queued: number;
  loaded_requests: number;
  loaded_median_ms: number;
  loaded_p99_ms: number;
  loaded_max_ms: number;
  median_ratio: number;
}

/**
 * `POST /pii` with `Prefer: wait` of one caller over separate processes: from the request to the completed task, first
 * while nothing else runs, then while another account has thousands of three-step tasks of the same kind queued.
 */
export async function benchLatency(): Promise<LatencyFigures> {
  const bench = await startBenchEnvironment();
  const agent = new Agent({ keepAlive: true });
  try {
    bench.run('services/orchestrator/dist/main.js');
    bench.run('services/pii/dist/main.js');
    const gateway = await bench.runGateway({ ASSUME_STEPS: 'depersonalize' });
    await runTasks(bench, gateway, 200);
    const call = (): Promise<number> => timeRequest(agent, gateway, bench.apiKey);
    const idle = await sample(call, (done) => done < IDLE_REQUESTS);
    const other = await openAccount(bench);
    await createTasks(other, gateway, QUEUED);
    const queued = await countUnfinished(other);
    const loaded = await sample(call, async () => (await countUnfinished(other)) > 0);
    return {
      idle_median_ms: median(idle),
      idle_p99_ms: quantile(idle, 0.99),
      queued,
      loaded_requests: loaded.length,
      loaded_median_ms: median(loaded),
      loaded_p99_ms: quantile(loaded, 0.99),
      loaded_max_ms: Math.max(...loaded),
      median_ratio: median(loaded) / median(idle),
    };
  } finally {
    agent.destroy();
    await bench.stop();
  }
}

async function openAccount({ stores }: BenchEnvironment): Promise<LoadedAccount> {
  const balance = toUnits(1e8);
  const { id: accountId } = await stores.accounts.create({ name: 'other', tariff: 'unlimited', balance });
  const { secret: apiKey } = await stores.keys.create(accountId, null);
  return { stores, accountId, apiKey };
}

function countUnfinished({ stores, accountId }: LoadedAccount): Promise<number> {
  return stores.tasks.countUnfinished(accountId, QUEUED);
}

async function sample(
  call: () => Promise<number>,
  goesOn: (done: number) => boolean | Promise<boolean>,
): Promise<number[]> {
  const times: number[] = [];
  while (await goesOn(times.length)) {
    times.push(await call());
    await pause(PAUSE_MS);
  }
  return times;
}

/** Milliseconds from the request to its response, which must show the completed task. */
function timeRequest(agent: Agent, gateway: string, apiKey: string): Promise<number> {
  const startedAt = performance.now();
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    prefer: 'wait=60',
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${gateway}/api/v1/pii`, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('error', reject).on('end', () => {
        if (text.includes('"status":"completed"')) resolve(performance.now() - startedAt);
        else reject(new Error(`not completed: ${response.statusCode} ${text}`));
      });
    });
    sent.on('error', reject).end(JSON.stringify({ input: 'Позвоните Ивану Петрову: +7 916 123-45-67' }));
  });
}
