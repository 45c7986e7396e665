import { request, type ClientRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { takeFreePort } from '@medley/testing';
import { startBenchEnvironment, waitForHealth, type BenchEnvironment } from './bench-environment';
import { residentMb } from './resident-mb';

const STREAMS = 1_000;
const WARM_UP = 100;
/** Tasks per creation request; each stream follows a task of its own. */
const BATCH = 25;
/** Wait in ms: garbage from opening is collected by then, and every stream has sent a ping. */
const CALM_MS = 20_000;

export interface StreamFigures {
  idle_mb: number;
  with_1000_streams_mb: number;
  growth_mb: number;
  kb_per_stream: number;
}

/** Memory of a gateway before and with a thousand open event streams, each of another task. */
export async function benchStreams(): Promise<StreamFigures> {
  const bench = await startBenchEnvironment();
  try {
    const port = await takeFreePort();
    const gateway = `http://127.0.0.1:${port}`;
    const settings = { PORT: String(port), PUBLIC_URL: gateway, ASSUME_STEPS: 'depersonalize' };
    const { pid = 0 } = bench.run('services/gateway/dist/main.js', settings);
    await waitForHealth(gateway);
    const tasks = await createTasks(bench, gateway, STREAMS + WARM_UP);
    const warm = await openStreams(bench, gateway, tasks.slice(STREAMS));
    warm.forEach((stream) => stream.destroy());
    await pause(CALM_MS);
    const idle = await residentMb(pid);
    const streams = await openStreams(bench, gateway, tasks.slice(0, STREAMS));
    await pause(CALM_MS);
    const open = await residentMb(pid);
    if (streams.some((stream) => stream.destroyed)) throw new Error('a stream was cut');
    streams.forEach((stream) => stream.destroy());
    const growth = open - idle;
    return {
      idle_mb: idle,
      with_1000_streams_mb: open,
      growth_mb: growth,
      kb_per_stream: (growth * 1_024) / STREAMS,
    };
  } finally {
    await bench.stop();
  }
}

async function createTasks(bench: BenchEnvironment, gateway: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const size = Math.min(BATCH, count - ids.length);
    const tasks = Array.from({ length: size }, () => ({ input: 'x', steps: [{ name: 'depersonalize' }] }));
    const response = await fetch(`${gateway}/api/v1/tasks/batch`, {
      method: 'POST',
      headers: { ...authorized(bench), 'content-type': 'application/json' },
      body: JSON.stringify({ tasks }),
    });
    const { data } = (await response.json()) as { data: { results: { data: { id: string } }[] } };
    ids.push(...data.results.map((result) => result.data.id));
  }
  return ids;
}

/** Resolves when every stream has sent its first event. */
async function openStreams(
  bench: BenchEnvironment,
  gateway: string,
  tasks: readonly string[],
): Promise<ClientRequest[]> {
  const streams: ClientRequest[] = [];
  for (let from = 0; from < tasks.length; from += BATCH) {
    const some = tasks.slice(from, from + BATCH);
    streams.push(...(await Promise.all(some.map((id) => openStream(bench, gateway, id)))));
  }
  return streams;
}

function openStream(bench: BenchEnvironment, gateway: string, id: string): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const options = { headers: authorized(bench), agent: false as const };
    const stream = request(`${gateway}/api/v1/tasks/${id}/events`, options, (response) => {
      if (response.statusCode !== 200) reject(new Error(`no stream: ${response.statusCode}`));
      response.on('error', () => undefined).on('data', () => resolve(stream));
    });
    stream.on('error', reject).end();
  });
}

function authorized({ apiKey }: BenchEnvironment): { authorization: string } {
  return { authorization: `Bearer ${apiKey}` };
}
