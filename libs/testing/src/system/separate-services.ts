import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deletePrefixAt } from '../broker/delete-prefix';
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
  /**
   * As an orchestrator of containers does: starts another instance, from the checkout at `root`, and when it is ready and
   * `meanwhile` has ended, stops the oldest one by SIGTERM. `metricsUrl` is the new one's.
   * @throws when the new one does not start, or the old one does not end with code 0
   */
  replace(next: Replacement, meanwhile: (metricsUrl: string) => Promise<void>): Promise<void>;
  /** The same by SIGTERM, so that it drains; `envOf` is asked again. */
  restart(service: ServiceName, index: number): Promise<void>;
  /** Runs the admin command; returns its JSON. */
  admin(...args: string[]): Promise<Record<string, unknown>>;
  accountId: string;
  stop(): Promise<void>;
}

interface Replacement {
  service: ServiceName;
  root: string;
}

export interface SeparateOptions {
  amqpUrl: string;
  /** A database that its owner stops; default: one of its own. */
  mongoUrl?: string;
  instances: Partial<Record<ServiceName, number>>;
  env?: Record<string, string>;
  /** The checkout whose services start first; default: this one. */
  root?: string;
  /** Settings of one service, or of the admin command, alone; asked at each start. */
  envOf?: (program: ServiceName | 'admin') => Record<string, string>;
}

type Env = Record<string, string>;

const START_MS = 200_000;
const NEW_ACCOUNT = ['--name', 'test', '--tariff', 'unlimited', '--balance', '100000'];
const masterKey = Buffer.alloc(32, 3).toString('base64');

export async function startSeparateServices(options: SeparateOptions): Promise<SeparateServices> {
  const directory = await mkdtemp(join(tmpdir(), 'medley-services-'));
  const mongo = options.mongoUrl === undefined ? await startTestMongo() : null;
  const env: Env = {
    AMQP_URL: options.amqpUrl,
    AMQP_PREFIX: `t${randomUUID().slice(0, 8)}`,
    MONGO_URL: options.mongoUrl ?? mongo?.url ?? '',
    MASTER_KEY: masterKey,
    ...{ DATA_DIR: directory, LOG_LEVEL: 'warn' },
    ...{ OUTBOUND_ALLOW: '127.0.0.0/8', ALLOW_BUNDLED_FFMPEG: 'true' },
    ...options.env,
  };
  const admin = adminOf(() => ({ ...env, ...options.envOf?.('admin') }));
  const account = await admin('account', 'create', ...NEW_ACCOUNT);
  const { programs, ports, start } = await startPrograms(options, env);
  const apiAt = (port: number): Api => new Api(`http://127.0.0.1:${port}`, String(account['api_key']));
  const apis = ports.map(apiAt);
  await Promise.all(apis.map(({ url }) => until(() => isReady(url), { timeoutMs: START_MS })));
  const startAgain = async (service: ServiceName, index: number, signal: NodeJS.Signals): Promise<void> => {
    await programs.get(service)?.[index]?.end(signal);
    programs.get(service)?.splice(index, 1, start(service, { port: ports[index] }));
  };
  return {
    apis,
    programs,
    admin,
    accountId: String(account['account_id']),
    crash: (service, index) => startAgain(service, index, 'SIGKILL'),
    restart: (service, index) => startAgain(service, index, 'SIGTERM'),
    replace: async ({ service, root }, meanwhile) => {
      const [port, healthPort] = [await takeFreePort(), await takeFreePort()];
      const program = start(service, { port, healthPort, root });
      programs.get(service)?.push(program);
      const url = `http://127.0.0.1:${healthPort}`;
      await until(async () => program.hasEnded || (await isReady(url)), { timeoutMs: START_MS });
      if (program.hasEnded) throw new Error(`no ${service} of ${root}: ${program.output}`);
      if (service === 'gateway') apis.push(apiAt(port));
      await meanwhile(url);
      if (service === 'gateway') apis.shift();
      const code = await programs.get(service)?.shift()?.end('SIGTERM');
      if (code !== 0) throw new Error(`the ${service} before ended with ${code}`);
    },
    stop: async () => {
      await Promise.all([...programs.values()].flat().map((program) => program.end('SIGTERM')));
      await deletePrefixAt(options.amqpUrl, env['AMQP_PREFIX'] ?? '');
      await mongo?.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function adminOf(env: () => Env): SeparateServices['admin'] {
  return async (...args) => {
    const command = ['scripts/dist/admin/main.js', ...args, '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, command, {
      env: { PATH: process.env['PATH'], ...env() },
    });
    return JSON.parse(stdout) as Record<string, unknown>;
  };
}

/** `port`: of a gateway. */
interface Instance {
  port?: number | undefined;
  healthPort?: number;
  root?: string | undefined;
}

interface StartedPrograms {
  programs: Map<ServiceName, Program[]>;
  /** Of the gateways. */
  ports: number[];
  start(service: ServiceName, instance: Instance): Program;
}

async function startPrograms(options: SeparateOptions, env: Env): Promise<StartedPrograms> {
  const ports: number[] = [];
  const start = (service: ServiceName, { port, healthPort, root = '' }: Instance): Program =>
    new Program(join(root, `services/${service}/dist/main.js`), {
      ...env,
      ...(service === 'gateway' && { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` }),
      ...(healthPort !== undefined && { HEALTH_PORT: String(healthPort) }),
      ...options.envOf?.(service),
    });
  const programs = new Map<ServiceName, Program[]>();
  for (const [service, count] of Object.entries(options.instances) as [ServiceName, number][]) {
    const running: Program[] = [];
    for (let index = 0; index < count; index += 1) {
      if (service === 'gateway') ports.push(await takeFreePort());
      running.push(start(service, { port: ports[index], root: options.root }));
    }
    programs.set(service, running);
  }
  return { programs, ports, start };
}

/** Whether the process answers that everything it needs is reachable. */
async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`)).ok;
  } catch {
    return false;
  }
}
