import { Medley } from '@medley/client';
import { mkdtemp, rm } from 'node:fs/promises';
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
  const key = /sk-[\w-]+/.exec(program.output)?.[0];
  const webhookSecret = /whsec_\S+/.exec(program.output)?.[0];
  if (key === undefined || webhookSecret === undefined) throw new Error(`no start: ${program.output}`);
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
