import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findRunningMongo } from '@medley/embedded-mongo';
import { createLogger, environment, loadMasterKeys } from '@medley/kit';
import { connectStores, type Stores } from '@medley/store';
import { takeFreePort } from '@medley/testing';
import { endChild, waitForHealth } from './bench-environment';
import type { NamedProcesses } from './processor-time';

/** `npm start` on a data directory of its own, with the embedded broker and the embedded MongoDB. */
export interface AllInOne {
  url: string;
  pid: number;
  /** A connection of this process to the embedded MongoDB. */
  stores: Stores;
  accountId: string;
  apiKey: string;
  /** The process, its MongoDB, and this process as `load`. */
  processes: NamedProcesses;
  stop(): Promise<void>;
}

/** Start it exactly as `npm start` does, and wait until it is healthy. */
export async function startAllInOne(): Promise<AllInOne> {
  const directory = await mkdtemp(join(tmpdir(), 'medley-all-in-one-'));
  const port = await takeFreePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: environment()['PATH'] ?? '',
    DATA_DIR: directory,
    PORT: String(port),
    LOG_LEVEL: 'error',
  };
  const child = spawn(process.execPath, await readStartArguments(), {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await waitForHealth(url);
  const account = await readAccount(join(directory, 'first-account.json'));
  const mongo = await findRunningMongo(directory);
  if (mongo === null) throw new Error('there is no embedded MongoDB');
  const logger = createLogger('bench', { LOG_LEVEL: 'error', LOG_FORMAT: 'text' });
  const stores = await connectStores({
    url: mongo.url,
    logger,
    masterKey: (await loadMasterKeys(directory)).current,
  });
  const pid = child.pid ?? 0;
  return {
    url,
    pid,
    stores,
    accountId: account.account_id,
    apiKey: account.api_key,
    processes: { load: process.pid, medley: pid, mongodb: mongo.pid },
    stop: async () => {
      await stores.close();
      await endChild(child);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** What `npm start` gives to Node.js: the flags and the script. */
async function readStartArguments(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: { start: string } };
  return scripts.start.split(' ').slice(1);
}

interface FirstAccount {
  account_id: string;
  api_key: string;
}

/** It is written after the process has become healthy. */
async function readAccount(file: string): Promise<FirstAccount> {
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text !== null && text !== '') return JSON.parse(text) as FirstAccount;
    await pause(100);
  }
}
