import { Medley } from '@medley/client';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeFreePort } from '../network/take-free-port';
import { deletePrefixAt } from '../broker/delete-prefix';
import { Api } from './api';
import { Program } from '../program';
import { until } from '../until';

/** The process of `npm start`, on a data directory of its own. */
export interface AllInOne {
  /** The published client. */
  client: Medley;
  /** Plain HTTP requests. */
  api: Api;
  program: Program;
  /** Its data directory. */
  directory: string;
  key: string;
  webhookSecret: string;
  /** Starts it again on the same data and port, after the process has ended. */
  again(): Promise<AllInOne>;
  stop(): Promise<void>;
}

export async function startAllInOne(env: Record<string, string> = {}): Promise<AllInOne> {
  const directory = await mkdtemp(join(tmpdir(), 'medley-start-'));
  const port = await takeFreePort();
  // Suites that run at the same time must not take each other's messages.
  const AMQP_PREFIX = `t${randomUUID().slice(0, 8)}`;
  return startOn(directory, { DATA_DIR: directory, PORT: String(port), AMQP_PREFIX, ...env });
}

/** The account of `npm start`; with a database of one's own it makes none, and the admin command does. */
async function findAccount(env: Record<string, string>): Promise<{ key: string; webhookSecret: string }> {
  const file = join(env['DATA_DIR'] ?? '', 'first-account.json');
  if (env['MONGO_URL'] !== undefined && !existsSync(file)) await writeFile(file, await createAccount(env));
  // Secrets are printed by the first start only.
  const account = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  const { api_key: key, webhook_secret: webhookSecret } = account;
  if (!key || !webhookSecret) throw new Error('the first account has no key');
  return { key, webhookSecret };
}

async function createAccount(env: Record<string, string>): Promise<string> {
  const options = ['--name', 'first', '--tariff', 'unlimited', '--balance', '1000000', '--json'];
  const admin = new Program('scripts/dist/admin/main.js', env, ['account', 'create', ...options]);
  if ((await admin.ended) !== 0) throw new Error(`no account: ${admin.output}`);
  // A process may end before its output has been read.
  await until(() => admin.output.endsWith('}\n'));
  return admin.output;
}

async function startOn(directory: string, env: Record<string, string>): Promise<AllInOne> {
  const program = new Program('scripts/dist/start/main.js', env);
  await until(() => program.hasEnded || program.output.includes('Ctrl-C stops it'));
  if (program.hasEnded) throw new Error(`no start: ${program.output}`);
  const { key, webhookSecret } = await findAccount(env);
  const url = `http://127.0.0.1:${env['PORT']}`;
  return {
    client: new Medley({ baseUrl: url, apiKey: key }),
    api: new Api(url, key),
    program,
    directory,
    key,
    webhookSecret,
    again: () => startOn(directory, env),
    stop: async () => {
      await program.end('SIGTERM');
      if (env['AMQP_URL'] !== undefined) await deletePrefixAt(env['AMQP_URL'], env['AMQP_PREFIX'] ?? '');
      await rm(directory, { recursive: true, force: true });
    },
  };
}
