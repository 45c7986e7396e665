import { Medley, MedleyTimeoutError, type TaskEvent } from '@medley/client';
import { type AllInOne, startAllInOne } from '@medley/testing/system';
import {
  type FaultProxy,
  type HeldSource,
  makeWav,
  startFaultProxy,
  startHeldSource,
  until,
} from '@medley/testing';

let service: AllInOne;
let proxy: FaultProxy;
let source: HeldSource;
/** Through the proxy, with short timeouts and any number of retries. */
let medley: Medley;
let direct: Medley;

beforeAll(async () => {
  service = await startAllInOne();
  direct = new Medley({ baseUrl: service.api.url, apiKey: service.key });
});
afterAll(() => service.stop());
beforeEach(async () => {
  source = await startHeldSource(makeWav(2));
  proxy = await startFaultProxy({ host: '127.0.0.1', port: Number(new URL(service.api.url).port) });
  const baseUrl = proxy.through(service.api.url);
  medley = new Medley({
    baseUrl,
    apiKey: service.key,
    timeoutMs: 2_000,
    streamSilenceMs: 1_000,
    maxRetries: 1_000,
  });
});
afterEach(async () => {
  source.release();
  await proxy.close();
  await source.stop();
});

/** The events received so far, and a promise of all of them. */
function collect(events: AsyncIterable<TaskEvent>): { received: TaskEvent[]; done: Promise<TaskEvent[]> } {
  const received: TaskEvent[] = [];
  const read = async (): Promise<TaskEvent[]> => {
    for await (const event of events) received.push(event);
    return received;
  };
  return { received, done: read() };
}

/** Progress is not stored, so a disconnected client misses it. */
const lasting = (events: readonly TaskEvent[]): string[] =>
  events.filter(({ type }) => type !== 'step.progress').map(({ id, type }) => `${id} ${type}`);

test.each<[string, () => void]>([
  ['is reset', () => proxy.set({ kind: 'reset' })],
  ['falls silent', () => proxy.set({ kind: 'black-hole' })],
])('events resume when the connection %s, each once and in order', async (_, breakIt) => {
  const { id } = await direct.tasks.transcode({ url: source.url });
  const whole = collect(direct.tasks.events(id));
  const broken = collect(medley.tasks.events(id));
  await until(() => broken.received.length > 0 && whole.received.length > 0);
  const before = broken.received.length;
  breakIt();
  source.release();
  await whole.done;
  expect(broken.received.length).toBeLessThan(whole.received.length);
  proxy.set({ kind: 'pass' });
  await broken.done;
  expect(lasting(broken.received).slice(before)).toEqual(
    lasting(whole.received).filter(
      (one) => Number(one.split(' ')[0]) > (broken.received[before - 1]?.id ?? 0),
    ),
  );
  expect(broken.received.filter(({ type }) => type === 'task.snapshot')).toHaveLength(1);
});

test('a stream cut every few hundred bytes still delivers every event once', async () => {
  const { id } = await direct.tasks.transcode({ url: source.url });
  source.release();
  await direct.tasks.wait(id);
  const [snapshot] = await collect(direct.tasks.events(id)).done;
  const sizes = [900, 1_400, 2_500, 6_000, 60_000];
  const cutting: typeof fetch = async (...request) => {
    const bytes = sizes.shift();
    proxy.set(bytes === undefined ? { kind: 'pass' } : { kind: 'cut-after', bytes });
    return fetch(...request);
  };
  const baseUrl = proxy.through(service.api.url);
  const cut = new Medley({ baseUrl, apiKey: service.key, fetch: cutting });
  const received = await collect(cut.tasks.events(id)).done;
  expect(received.map(({ type }) => type)).toEqual(['task.snapshot', 'task.completed']);
  expect(received[0]?.id).toBe(snapshot?.id);
});

test('a creation whose response was lost creates one task', async () => {
  const before = (await direct.tasks.list()).pagination.total;
  let isLost = false;
  const losing: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    if (isLost) return response;
    isLost = true;
    await response.text();
    throw new TypeError('fetch failed', { cause: new Error('read ECONNRESET') });
  };
  const client = new Medley({ baseUrl: service.api.url, apiKey: service.key, fetch: losing });
  await client.tasks.pii({ input: 'Иван Петров' });
  expect((await direct.tasks.list()).pagination.total).toBe(before + 1);
});

test('waiting falls back to polling where event streams are blocked', async () => {
  const { id } = await direct.tasks.transcode({ url: source.url });
  const blocked: string[] = [];
  const withoutStreams: typeof fetch = (input, init) => {
    if (!String(input).endsWith('/events')) return fetch(input, init);
    blocked.push(String(input));
    return Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 }));
  };
  const client = new Medley({ baseUrl: service.api.url, apiKey: service.key, fetch: withoutStreams });
  const waiting = client.tasks.wait(id);
  await until(() => blocked.length > 0);
  source.release();
  await expect(waiting).resolves.toMatchObject({ id, status: 'completed' });
});

test('waiting survives a temporary loss of the connection', async () => {
  const { id } = await direct.tasks.transcode({ url: source.url });
  const events: TaskEvent[] = [];
  const waiting = medley.tasks.wait(id, { onEvent: (event) => events.push(event) });
  await until(() => events.length > 0);
  proxy.set({ kind: 'reset' });
  source.release();
  await direct.tasks.wait(id);
  proxy.set({ kind: 'pass' });
  await expect(waiting).resolves.toMatchObject({ id, status: 'completed' });
});

test('waiting ends at its timeout and on an abort', async () => {
  const { id } = await direct.tasks.transcode({ url: source.url });
  await expect(direct.tasks.wait(id, { timeoutMs: 200 })).rejects.toThrow(MedleyTimeoutError);
  const stop = new AbortController();
  const waiting = direct.tasks.wait(id, {
    signal: stop.signal,
    onEvent: () => stop.abort(new Error('enough')),
  });
  await expect(waiting).rejects.toThrow('enough');
});

test('leaving a loop over events closes the connection', async () => {
  const { id } = await direct.tasks.transcode({ url: source.url });
  const signals: AbortSignal[] = [];
  const watched: typeof fetch = (input, init) => {
    if (init?.signal) signals.push(init.signal);
    return fetch(input, init);
  };
  const client = new Medley({ baseUrl: service.api.url, apiKey: service.key, fetch: watched });
  for await (const event of client.tasks.events(id)) if (event.type === 'task.snapshot') break;
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

test('canceling twice has the same result as once', async () => {
  const { id } = await direct.tasks.transcode({ url: source.url });
  await direct.tasks.cancel(id);
  const task = await direct.tasks.wait(id, { throwOnFailure: false });
  expect(task.error_details?.code).toBe('CANCELED');
  await expect(direct.tasks.cancel(id)).resolves.toMatchObject({ id, status: 'failed' });
  const done = await direct.tasks.pii({ input: 'Иван' }, { wait: 20 });
  await expect(direct.tasks.cancel(done.id)).rejects.toMatchObject({ code: 'TASK_NOT_CANCELABLE' });
});
