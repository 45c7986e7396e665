import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { toUnits } from '@medley/contracts';
import { createLogger, environment } from '@medley/kit';
import { startEmbeddedMongo } from '@medley/embedded-mongo';
import { connectStores, type Stores } from '@medley/store';
import { findRabbitMqServer, startPrivateRabbitMq } from '@medley/testing/broker';
import { takeFreePort } from '@medley/testing';

/** Private servers and an account for one benchmark, removed by `stop`. */
export interface BenchEnvironment {
  mongoUrl: string;
  amqpUrl: string;
  directory: string;
  stores: Stores;
  accountId: string;
  apiKey: string;
  /** Start a script of the repository as a process whose environment names these servers. */
  run(script: string, env?: Record<string, string>): ChildProcess;
  /** Start a gateway and wait until it is healthy; returns its address. */
  runGateway(env?: Record<string, string>): Promise<string>;
  stop(): Promise<void>;
}

const masterKey = randomBytes(32).toString('base64');

export async function startBenchEnvironment(): Promise<BenchEnvironment> {
  const directory = await mkdtemp(join(tmpdir(), 'medley-bench-'));
  const mongo = await startEmbeddedMongo({ dataDir: directory });
  const broker = await findBroker();
  const { stores, accountId, apiKey } = await openAccount(mongo.url);
  const children: ChildProcess[] = [];
  const common = {
    PATH: environment()['PATH'] ?? '',
    MONGO_URL: mongo.url,
    AMQP_URL: broker.url,
    AMQP_PREFIX: `bench-${randomUUID().slice(0, 8)}`,
    MASTER_KEY: masterKey,
    DATA_DIR: directory,
    LOG_LEVEL: 'error',
    OUTBOUND_ALLOW: '127.0.0.0/8',
    ALLOW_BUNDLED_FFMPEG: 'true',
  };
  const run = (script: string, env: Record<string, string> = {}): ChildProcess => {
    const child = spawn(process.execPath, [script], {
      env: { ...common, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    children.push(child);
    return child;
  };
  return {
    mongoUrl: mongo.url,
    amqpUrl: broker.url,
    directory,
    stores,
    accountId,
    apiKey,
    run,
    runGateway: async (env = {}) => {
      const port = await takeFreePort();
      const url = `http://127.0.0.1:${port}`;
      run('services/gateway/dist/main.js', { PORT: String(port), PUBLIC_URL: url, ...env });
      await waitForHealth(url);
      return url;
    },
    stop: async () => {
      await Promise.all(children.map(endChild));
      await stores.close();
      await mongo.stop();
      await broker.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function openAccount(
  mongoUrl: string,
): Promise<Pick<BenchEnvironment, 'stores' | 'accountId' | 'apiKey'>> {
  const logger = createLogger('bench', { LOG_LEVEL: 'error', LOG_FORMAT: 'text' });
  const stores = await connectStores({ url: mongoUrl, logger, masterKey });
  const balance = toUnits(1e8);
  const { id: accountId } = await stores.accounts.create({ name: 'bench', tariff: 'unlimited', balance });
  const { secret: apiKey } = await stores.keys.create(accountId, null);
  return { stores, accountId, apiKey };
}

async function findBroker(): Promise<{ url: string; stop: () => Promise<void> }> {
  const url = environment()['AMQP_URL'];
  if (url) return { url, stop: () => Promise.resolve() };
  const server = findRabbitMqServer();
  if (server === null)
    throw new Error('the benchmarks need RabbitMQ: set AMQP_URL or install rabbitmq-server');
  return startPrivateRabbitMq(server);
}

export async function waitForHealth(url: string): Promise<void> {
  for (;;) {
    const isUp = await fetch(`${url}/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return;
    await pause(100);
  }
}

/** Send SIGTERM to a process and wait for its exit. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
