import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { takeFreePort } from '../network/take-free-port';
import { Api } from './api';
import { startTestMongo } from '../mongo/test-mongo';
import { Program } from '../program';
import { until } from '../until';

export type ServiceName =
  | 'gateway'
  | 'orchestrator'
  | 'fetcher'
  | 'transcoder'
  | 'transcriber'
  | 'llm'
  | 'pii'
  | 'webhook-dispatcher';

/** Medley as in production: one process for each instance, on RabbitMQ and MongoDB. */
export interface SeparateServices {
  /** One per gateway. */
  apis: Api[];
  programs: ReadonlyMap<ServiceName, readonly Program[]>;
  /** Ends an instance by SIGKILL and starts it again. */
  crash(service: ServiceName, index: number): Promise<void>;
  /** Runs the admin command; returns its JSON. */
  admin(...args: string[]): Promise<Record<string, unknown>>;
  accountId: string;
  stop(): Promise<void>;
}

export interface SeparateOptions {
  amqpUrl: string;
  instances: Partial<Record<ServiceName, number>>;
  env?: Record<string, string>;
  /** Settings of one service alone. */
  envOf?: (service: ServiceName) => Record<string, string>;
}

type Env = Record<string, string>;

const masterKey = Buffer.alloc(32, 3).toString('base64');

export async function startSeparateServices(options: SeparateOptions): Promise<SeparateServices> {
  const directory = await mkdtemp(join(tmpdir(), 'medley-services-'));
  const mongo = await startTestMongo();
  const env: Env = {
    AMQP_URL: options.amqpUrl,
    AMQP_PREFIX: `t${randomUUID().slice(0, 8)}`,
    MONGO_URL: mongo.url,
    MASTER_KEY: masterKey,
    DATA_DIR: directory,
    LOG_LEVEL: 'warn',
    OUTBOUND_ALLOW: '127.0.0.0/8',
    ALLOW_BUNDLED_FFMPEG: 'true',
    ...options.env,
  };
  const admin = adminOf(env);
  const facts = ['--name', 'test', '--tariff', 'unlimited', '--balance', '100000'];
  const account = await admin('account', 'create', ...facts);
  const { programs, ports, start } = await startPrograms(options, env);
  const apis = ports.map((port) => new Api(`http://127.0.0.1:${port}`, String(account['api_key'])));
  for (const api of apis) await until(() => isReady(api.url), { timeoutMs: 110_000 });
  return {
    apis,
    programs,
    admin,
    accountId: String(account['account_id']),
    crash: async (service, index) => {
      await programs.get(service)?.[index]?.end('SIGKILL');
      programs.get(service)?.splice(index, 1, start(service, index));
    },
    stop: async () => {
      await Promise.all([...programs.values()].flat().map((program) => program.end('SIGTERM')));
      await mongo.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function adminOf(env: Env): SeparateServices['admin'] {
  return async (...args) => {
    const command = ['scripts/dist/admin/main.js', ...args, '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, command, {
      env: { PATH: process.env['PATH'], ...env },
    });
    return JSON.parse(stdout) as Record<string, unknown>;
  };
}

interface StartedPrograms {
  programs: Map<ServiceName, Program[]>;
  /** Of the gateways. */
  ports: number[];
  start(service: ServiceName, index: number): Program;
}

async function startPrograms({ instances, envOf }: SeparateOptions, env: Env): Promise<StartedPrograms> {
  const ports: number[] = [];
  const start = (service: ServiceName, index: number): Program => {
    const port = ports[index];
    const own = service === 'gateway' ? { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` } : {};
    return new Program(`services/${service}/dist/main.js`, { ...env, ...own, ...envOf?.(service) });
  };
  const programs = new Map<ServiceName, Program[]>();
  for (const [service, count] of Object.entries(instances) as [ServiceName, number][]) {
    const running: Program[] = [];
    for (let index = 0; index < count; index += 1) {
      if (service === 'gateway') ports.push(await takeFreePort());
      running.push(start(service, index));
    }
    programs.set(service, running);
  }
  return { programs, ports, start };
}

/** Whether the gateway answers that everything it needs is reachable. */
async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`)).ok;
  } catch {
    return false;
  }
}
