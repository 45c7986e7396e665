import { Medley } from '@medley/client';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeFreePort } from '../network/take-free-port';
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
  return startOn(directory, { DATA_DIR: directory, PORT: String(port), ...env });
}

async function startOn(directory: string, env: Record<string, string>): Promise<AllInOne> {
  const program = new Program('scripts/dist/start/main.js', env);
  await until(() => program.hasEnded || program.output.includes('Ctrl-C stops it'), { timeoutMs: 110_000 });
  if (program.hasEnded) throw new Error(`no start: ${program.output}`);
  // Secrets are printed by the first start only.
  const file = await readFile(join(directory, 'first-account.json'), 'utf8');
  const { api_key: key, webhook_secret: webhookSecret } = JSON.parse(file) as Record<string, string>;
  if (!key || !webhookSecret) throw new Error('the first account has no key');
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
      await rm(directory, { recursive: true, force: true });
    },
  };
}
