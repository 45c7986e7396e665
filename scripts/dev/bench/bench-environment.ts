import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { toUnits } from '@medley/contracts';
import { createLogger, environment } from '@medley/kit';
import { startEmbeddedMongo } from '@medley/embedded-mongo';
import { connectStores, type Stores } from '@medley/store';
import { findRabbitMqServer, startPrivateRabbitMq } from '@medley/testing/broker';
import { takeFreePort } from '@medley/testing';
import type { NamedProcesses } from './processor-time';

/** Private servers and an account for one benchmark, removed by `stop`. */
export interface BenchEnvironment {
  directory: string;
  stores: Stores;
  accountId: string;
  apiKey: string;
  /** The servers, what `run` has started, and this process as `load`; no RabbitMQ if it is not a private one. */
  processes: NamedProcesses;
  /** Start a script of the repository as a process whose environment names these servers. */
  run(script: string, env?: Record<string, string>): ChildProcess;
  /** Start a gateway and wait until it is healthy; returns its address. */
  runGateway(env?: Record<string, string>): Promise<string>;
  /** Start the baseline of creation and wait until it is healthy; returns its address. */
  runBareServer(): Promise<string>;
  stop(): Promise<void>;
}

const masterKey = randomBytes(32).toString('base64');

export async function startBenchEnvironment(): Promise<BenchEnvironment> {
  const directory = await mkdtemp(join(tmpdir(), 'medley-bench-'));
  const mongo = await startEmbeddedMongo({ dataDir: directory });
  const broker = await findBroker();
  const { stores, accountId, apiKey } = await openAccount(mongo.url);
  const children: ChildProcess[] = [];
  const processes: Record<string, number> = {
    load: process.pid,
    mongodb: mongo.pid,
    ...(broker.pid !== null && { rabbitmq: broker.pid }),
  };
  const common = settingsOf({ directory, mongoUrl: mongo.url, amqpUrl: broker.url });
  const { stop, abort } = abortable(async () => {
    await Promise.all(children.map(endChild));
    await stores.close();
    await mongo.stop();
    await broker.stop();
    await rm(directory, { recursive: true, force: true });
  });
  const run = (script: string, env: Record<string, string> = {}): ChildProcess => {
    const child = startProcess(script, { ...common, ...env });
    child.once('exit', (code, signal) => abort(`${nameOf(script)} ended with ${signal ?? code}`));
    children.push(child);
    processes[nameOf(script)] = child.pid ?? 0;
    return child;
  };
  const runServer = async (script: string, env: Record<string, string> = {}): Promise<string> => {
    const port = await takeFreePort();
    const url = `http://127.0.0.1:${port}`;
    run(script, { PORT: String(port), PUBLIC_URL: url, ...env });
    await waitForHealth(url);
    return url;
  };
  return {
    directory,
    stores,
    accountId,
    apiKey,
    processes,
    run,
    runGateway: (env = {}) => runServer('services/gateway/dist/main.js', env),
    runBareServer: () => runServer('scripts/dev/dist/bench/bare-server.js'),
    stop,
  };
}

/**
 * `abort` stops everything and ends this process, also on a signal: a benchmark would wait for ever for a process that is
 * gone, and its RabbitMQ would outlive it.
 */
function abortable(stopAll: () => Promise<void>): {
  stop: () => Promise<void>;
  abort: (reason: string) => void;
} {
  let isStopping = false;
  const stop = (): Promise<void> => {
    isStopping = true;
    process.off('SIGINT', abort).off('SIGTERM', abort);
    return stopAll();
  };
  const abort = (reason: string): void => {
    if (isStopping) return;
    process.stderr.write(`${reason}\n`);
    const exit = (): never => process.exit(1);
    stop().then(exit, exit);
  };
  process.once('SIGINT', abort).once('SIGTERM', abort);
  return { stop, abort };
}

function settingsOf(servers: Record<'directory' | 'mongoUrl' | 'amqpUrl', string>): Record<string, string> {
  return {
    PATH: environment()['PATH'] ?? '',
    MONGO_URL: servers.mongoUrl,
    AMQP_URL: servers.amqpUrl,
    AMQP_PREFIX: `bench-${randomUUID().slice(0, 8)}`,
    MASTER_KEY: masterKey,
    DATA_DIR: servers.directory,
    LOG_LEVEL: 'error',
    OUTBOUND_ALLOW: '127.0.0.0/8',
    ALLOW_BUNDLED_FFMPEG: 'true',
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

async function findBroker(): Promise<{ url: string; pid: number | null; stop: () => Promise<void> }> {
  const url = environment()['AMQP_URL'];
  if (url) return { url, pid: null, stop: () => Promise.resolve() };
  const server = findRabbitMqServer();
  if (server === null)
    throw new Error('the benchmarks need RabbitMQ: set AMQP_URL or install rabbitmq-server');
  return startPrivateRabbitMq(server);
}

/** With the young generation that the services of `deploy/Dockerfile` have. */
function startProcess(script: string, env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ['--max-semi-space-size=32', script], {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/** The name of a service (`services/gateway/dist/main.js`) or of a program of the benchmarks (`noop-worker.js`). */
function nameOf(script: string): string {
  return /^services\/([^/]+)\//.exec(script)?.[1] ?? basename(script, '.js');
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
