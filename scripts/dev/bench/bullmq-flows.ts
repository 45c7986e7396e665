import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FlowProducer, Queue } from 'bullmq';
import { takeFreePort } from '@medley/testing';
import { endChild } from './bench-environment';

const BATCH = 30;
const LANES = 4;

/** Flows of three levels per second on a private Redis with appendonly; null where redis-server is not installed. */
export async function benchBullMq(sizes: { warmUp: number; flows: number }): Promise<number | null> {
  const port = await takeFreePort();
  const directory = await mkdtemp(join(tmpdir(), 'medley-redis-'));
  const settings = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--appendonly',
    'yes',
    '--save',
    '',
    '--dir',
    directory,
  ];
  const redis = spawn('redis-server', settings, { stdio: 'ignore' });
  const isThere = await Promise.race([
    new Promise<boolean>((resolve) => redis.once('error', () => resolve(false))),
    pause(1_000, true),
  ]);
  if (!isThere) return null;
  const worker = spawn(process.execPath, ['scripts/dev/dist/bench/bullmq-worker.js', String(port)], {
    stdio: 'inherit',
  });
  const connection = { host: '127.0.0.1', port };
  const producer = new FlowProducer({ connection });
  const roots = new Queue('a', { connection });
  try {
    await addFlows(producer, sizes.warmUp);
    await waitForRoots(roots, sizes.warmUp);
    const startedAt = performance.now();
    await addFlows(producer, sizes.flows);
    await waitForRoots(roots, sizes.warmUp + sizes.flows);
    return sizes.flows / ((performance.now() - startedAt) / 1_000);
  } finally {
    await producer.close();
    await roots.close();
    await endChild(worker);
    await endChild(redis);
    await rm(directory, { recursive: true, force: true });
  }
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
