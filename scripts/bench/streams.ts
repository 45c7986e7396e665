import { request, type ClientRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { takeFreePort } from '../take-free-port';
import { prepareBenchGround, waitForHealth, type BenchGround } from './bench-ground';
import { residentMb } from './resident-mb';

const STREAMS = 1_000;
const WARM_UP = 100;
/** Each stream listens to a task of its own. */
const BATCH = 25;
/** What opening made garbage of is collected by then; the streams have been pinged, too. */
const CALM_MS = 20_000;

export interface StreamFigures {
  idle_mb: number;
  with_1000_streams_mb: number;
  growth_mb: number;
  kb_per_stream: number;
}

/** The memory of a gateway before and with a thousand event streams open, each of another task. */
export async function benchStreams(): Promise<StreamFigures> {
  const ground = await prepareBenchGround();
  try {
    const port = await takeFreePort();
    const gateway = `http://127.0.0.1:${port}`;
    const settings = { PORT: String(port), PUBLIC_URL: gateway, ASSUME_STEPS: 'depersonalize' };
    const { pid = 0 } = ground.run('services/gateway/dist/main.js', settings);
    await waitForHealth(gateway);
    const tasks = await createTasks(ground, gateway, STREAMS + WARM_UP);
    const warm = await openStreams(ground, gateway, tasks.slice(STREAMS));
    warm.forEach((stream) => stream.destroy());
    await pause(CALM_MS);
    const idle = await residentMb(pid);
    const streams = await openStreams(ground, gateway, tasks.slice(0, STREAMS));
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
    await ground.stop();
  }
}

async function createTasks(ground: BenchGround, gateway: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const size = Math.min(BATCH, count - ids.length);
    const tasks = Array.from({ length: size }, () => ({ input: 'x', steps: [{ name: 'depersonalize' }] }));
    const response = await fetch(`${gateway}/api/v1/tasks/batch`, {
      method: 'POST',
      headers: { ...authorized(ground), 'content-type': 'application/json' },
      body: JSON.stringify({ tasks }),
    });
    const { data } = (await response.json()) as { data: { results: { data: { id: string } }[] } };
    ids.push(...data.results.map((result) => result.data.id));
  }
  return ids;
}

/** Resolves when every stream has told its first event. */
async function openStreams(
  ground: BenchGround,
  gateway: string,
  tasks: readonly string[],
): Promise<ClientRequest[]> {
  const streams: ClientRequest[] = [];
  for (let from = 0; from < tasks.length; from += BATCH) {
    const some = tasks.slice(from, from + BATCH);
    streams.push(...(await Promise.all(some.map((id) => openStream(ground, gateway, id)))));
  }
  return streams;
}

function openStream(ground: BenchGround, gateway: string, id: string): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const options = { headers: authorized(ground), agent: false as const };
    const stream = request(`${gateway}/api/v1/tasks/${id}/events`, options, (response) => {
      if (response.statusCode !== 200) reject(new Error(`no stream: ${response.statusCode}`));
      response.on('error', () => undefined).on('data', () => resolve(stream));
    });
    stream.on('error', reject).end();
  });
}

function authorized({ apiKey }: BenchGround): { authorization: string } {
  return { authorization: `Bearer ${apiKey}` };
}
