import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FlowProducer, Queue } from 'bullmq';
import { takeFreePort } from '@medley/testing';
import { endChild } from './bench-environment';
import { measureProcessorTime, timePerTask, type ProcessorTime } from './processor-time';

const BATCH = 30;
const LANES = 4;

export interface FlowRate {
  perSecond: number;
  /** Of each process, for one flow. */
  processorTime: ProcessorTime;
}

/**
 * Flows of three levels per second on a private Redis that is as durable as Medley, whose every acknowledged write is
 * journaled: Redis syncs its log before each reply. Null where redis-server is not installed.
 */
export async function benchBullMq(sizes: { warmUp: number; flows: number }): Promise<FlowRate | null> {
  const redis = await startRedis();
  if (redis === null) return null;
  const { port } = redis;
  const worker = spawn(
    process.execPath,
    ['--max-semi-space-size=32', 'scripts/dev/dist/bench/bullmq-worker.js', String(port)],
    {
      stdio: 'inherit',
    },
  );
  const connection = { host: '127.0.0.1', port };
  const producer = new FlowProducer({ connection });
  const roots = new Queue('a', { connection });
  try {
    await addFlows(producer, sizes.warmUp);
    await waitForRoots(roots, sizes.warmUp);
    const processes = { load: process.pid, redis: redis.process.pid ?? 0, worker: worker.pid ?? 0 };
    const startedAt = performance.now();
    const { result: endedAt, time } = await measureProcessorTime(processes, async () => {
      await addFlows(producer, sizes.flows);
      await waitForRoots(roots, sizes.warmUp + sizes.flows);
      return performance.now();
    });
    return {
      perSecond: sizes.flows / ((endedAt - startedAt) / 1_000),
      processorTime: timePerTask([time], sizes.flows),
    };
  } finally {
    await producer.close();
    await roots.close();
    await endChild(worker);
    await redis.stop();
  }
}

async function startRedis(): Promise<{
  process: ChildProcess;
  port: number;
  stop: () => Promise<void>;
} | null> {
  const port = await takeFreePort();
  const directory = await mkdtemp(join(tmpdir(), 'medley-redis-'));
  const settings =
    `--port ${port} --bind 127.0.0.1 --appendonly yes --appendfsync always --dir ${directory}`.split(' ');
  const child = spawn('redis-server', [...settings, '--save', ''], { stdio: 'ignore' });
  const isThere = await Promise.race([
    new Promise<boolean>((resolve) => child.once('error', () => resolve(false))),
    pause(1_000, true),
  ]);
  const stop = async (): Promise<void> => {
    if (isThere) await endChild(child);
    await rm(directory, { recursive: true, force: true });
  };
  if (isThere) return { process: child, port, stop };
  await stop();
  return null;
}

async function addFlows(producer: FlowProducer, count: number): Promise<void> {
  const chunks = Array.from({ length: Math.ceil(count / BATCH) }, (_, index) =>
    Math.min(BATCH, count - index * BATCH),
  );
  const lane = async (): Promise<void> => {
    for (let size = chunks.pop(); size !== undefined; size = chunks.pop()) {
      await producer.addBulk(Array.from({ length: size }, flow));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

function flow(): Parameters<FlowProducer['add']>[0] {
  const leaf = { name: 'c', queueName: 'c', data: {} };
  return {
    name: 'a',
    queueName: 'a',
    data: {},
    children: [{ name: 'b', queueName: 'b', data: {}, children: [leaf] }],
  };
}

async function waitForRoots(roots: Queue, count: number): Promise<void> {
  while ((await roots.getCompletedCount()) < count) await pause(20);
}
