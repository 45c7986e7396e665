import { WorkerPool, type WorkerPoolOptions } from '@medley/worker-pool';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { until } from '@medley/testing';
import type { PoolTask } from './pool-job';

type TestPool = WorkerPool<PoolTask, unknown>;

const pools: TestPool[] = [];
const gates: Int32Array[] = [];

afterEach(async () => {
  gates.splice(0).forEach(release);
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

function openPool(options: Partial<WorkerPoolOptions> = {}): TestPool {
  const module = join(__dirname, 'pool-job');
  const pool: TestPool = new WorkerPool({
    ...{ name: 'test', module, handler: 'doPoolTask', threads: 1, timeLimitMs: 20_000, heapMb: 32 },
    ...options,
  });
  pools.push(pool);
  return pool;
}

function newGate(): Int32Array {
  const gate = new Int32Array(new SharedArrayBuffer(8));
  gates.push(gate);
  return gate;
}

function release(gate: Int32Array): void {
  Atomics.store(gate, 1, 1);
  Atomics.notify(gate, 1);
}

/** A task that holds a thread; resolves as soon as it does. */
async function hold(pool: TestPool, account = 'a'): Promise<{ gate: Int32Array; done: Promise<unknown> }> {
  const gate = newGate();
  const done = pool.run({ kind: 'hold', gate }, { account });
  await until(() => Atomics.load(gate, 0) === 1);
  return { gate, done };
}

const echo = (pool: TestPool, text: string, account: string, signal?: AbortSignal): Promise<unknown> =>
  pool.run({ kind: 'echo', text }, { account, signal });

describe('a pool of worker threads', () => {
  test('runs the TypeScript sources of its module', async () => {
    await expect(echo(openPool(), 'hello', 'a')).resolves.toBe('hello');
  });

  test('does not pass environment variables to its threads', async () => {
    const names = await openPool().run({ kind: 'read-environment' }, { account: 'a' });
    expect(names).toEqual([]);
  });

  test.each<[string, PoolTask, string]>([
    ['that runs without end', { kind: 'spin' }, 'timeout'],
    ['that needs too much memory', { kind: 'fill-memory' }, 'crashed'],
    ['that throws', { kind: 'throw' }, 'crashed'],
    ['that ends its thread', { kind: 'exit' }, 'crashed'],
  ])('a task %s fails alone: the next one succeeds', async (_, task, failure) => {
    const pool = openPool();
    const failed = pool.run(task, { account: 'a', timeLimitMs: task.kind === 'spin' ? 50 : 20_000 });
    const next = echo(pool, 'still here', 'b');
    await expect(failed).rejects.toMatchObject({ name: 'WorkerPoolError', failure });
    await expect(next).resolves.toBe('still here');
  });

  test('a module that does not load fails the task that needs it', async () => {
    const pool = openPool({ module: join(__dirname, 'no-such-module'), limits: { startMs: 500 } });
    await expect(echo(pool, 'x', 'a')).rejects.toMatchObject({ failure: 'unstarted' });
  });

  test('an aborted task leaves the queue', async () => {
    const pool = openPool();
    const { gate, done } = await hold(pool);
    const gone = new AbortController();
    const waiting = echo(pool, 'nobody waits', 'b', gone.signal);
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    release(gate);
    await expect(done).resolves.toBe('let go');
  });

  test('an aborted running task frees its thread', async () => {
    const pool = openPool();
    const gone = new AbortController();
    const gate = newGate();
    const running = pool.run({ kind: 'hold', gate }, { account: 'a', signal: gone.signal });
    await until(() => Atomics.load(gate, 0) === 1);
    const next = echo(pool, 'served', 'b');
    gone.abort(new Error('gone'));
    await expect(running).rejects.toThrow('gone');
    await expect(next).resolves.toBe('served');
  });

  test('the next task of an account waits for no more than one task of another account', async () => {
    const pool = openPool();
    const { gate, done } = await hold(pool, 'busy');
    const order: unknown[] = [];
    const note = (one: Promise<unknown>): Promise<unknown> => one.then((text) => order.push(text));
    const all = Array.from({ length: 50 }, (_, i) => note(echo(pool, `busy ${i}`, 'busy')));
    all.push(note(echo(pool, 'other 0', 'other')), note(echo(pool, 'other 1', 'other')));
    release(gate);
    await Promise.all([done, ...all]);
    expect(order.slice(0, 4)).toEqual(['other 0', 'busy 0', 'other 1', 'busy 1']);
  });

  test('an account that fills its part of the queue is refused, another is served', async () => {
    const pool = openPool({ limits: { waitingPerAccountMax: 2 } });
    const { gate } = await hold(pool);
    const waiting = [echo(pool, '1', 'a'), echo(pool, '2', 'a')];
    await expect(echo(pool, '3', 'a')).rejects.toMatchObject({ failure: 'full' });
    const other = echo(pool, 'other', 'b');
    release(gate);
    await expect(Promise.all([...waiting, other])).resolves.toEqual(['1', '2', 'other']);
  });

  test('accounts that fill the queue together do not exclude the first task of another', async () => {
    const pool = openPool({ limits: { waitingMax: 2 } });
    const { gate } = await hold(pool);
    const waiting = [echo(pool, '1', 'a'), echo(pool, '2', 'b')];
    await expect(echo(pool, '3', 'b')).rejects.toMatchObject({ failure: 'full' });
    const other = echo(pool, 'other', 'c');
    release(gate);
    await expect(Promise.all([...waiting, other])).resolves.toEqual(['1', '2', 'other']);
  });

  test('has no thread before the first task, and none after its idle time', async () => {
    const metrics = new Registry();
    const pool = openPool({ metrics, limits: { idleMs: 20 } });
    const threads = async (): Promise<number | undefined> =>
      (await metrics.getSingleMetric('medley_worker_pool_threads')?.get())?.values[0]?.value;
    expect(await threads()).toBe(0);
    await echo(pool, 'x', 'a');
    await until(async () => (await threads()) === 0);
    await expect(echo(pool, 'again', 'a')).resolves.toBe('again');
  });

  test('counts its tasks by how they ended', async () => {
    const metrics = new Registry();
    const pool = openPool({ metrics });
    await echo(pool, 'x', 'a');
    await pool.run({ kind: 'throw' }, { account: 'a' }).catch(() => undefined);
    await echo(pool, 'x', 'a', AbortSignal.abort(new Error('gone'))).catch(() => undefined);
    const counted = await metrics.getSingleMetric('medley_worker_pool_tasks_total')?.get();
    expect(counted?.values.map(({ labels, value }) => [labels['outcome'], value])).toEqual([
      ['completed', 1],
      ['crashed', 1],
      ['aborted', 1],
    ]);
  });

  test('a closed pool rejects waiting tasks and starts again when it is used', async () => {
    const pool = openPool();
    const { done } = await hold(pool);
    const running = expect(done).rejects.toMatchObject({ failure: 'crashed' });
    const waiting = expect(echo(pool, 'x', 'b')).rejects.toMatchObject({ failure: 'closed' });
    await pool.close();
    await Promise.all([running, waiting]);
    await expect(echo(pool, 'again', 'a')).resolves.toBe('again');
  });
});
