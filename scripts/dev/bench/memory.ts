import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { environment } from '@medley/kit';
import { takeFreePort } from '@medley/testing';
import { endChild, waitForHealth } from './bench-environment';
import { residentMb } from './resident-mb';

const WARM_UP = 1_000;
const TASKS = 10_000;
const BATCH = 30;
const LANES = 4;
const CALM_MS = 5_000;

export interface MemoryFigures {
  idle_mb: number;
  after_mb: number;
  growth_mb: number;
}

/** RSS of the all-in-one process when idle, and after 10,000 finished small tasks. */
export async function benchMemory(): Promise<MemoryFigures> {
  const directory = await mkdtemp(join(tmpdir(), 'medley-memory-'));
  const port = await takeFreePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: environment()['PATH'] ?? '',
    DATA_DIR: directory,
    PORT: String(port),
    LOG_LEVEL: 'error',
  };
  const child = spawn(process.execPath, ['--max-semi-space-size=4', 'scripts/dist/start/main.js'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await waitForHealth(url);
    const account = await readAccount(join(directory, 'first-account.json'));
    // The first tasks make the runtime allocate compiled code and pools once; that is not growth.
    await runSmallTasks(url, account, WARM_UP);
    await pause(CALM_MS);
    const idle = await residentMb(child.pid ?? 0);
    await runSmallTasks(url, account, TASKS);
    await pause(CALM_MS);
    const after = await residentMb(child.pid ?? 0);
    return { idle_mb: idle, after_mb: after, growth_mb: after - idle };
  } finally {
    await endChild(child);
    await rm(directory, { recursive: true, force: true });
  }
}

async function readAccount(file: string): Promise<string> {
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text !== null && text !== '') return (JSON.parse(text) as { api_key: string }).api_key;
    await pause(100);
  }
}

async function runSmallTasks(url: string, key: string, count: number): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  let left = count;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      const size = Math.min(BATCH, left);
      left -= size;
      const tasks = Array.from({ length: size }, () => ({
        input: 'Иван',
        steps: [{ name: 'depersonalize' }],
      }));
      const response = await fetch(`${url}/api/v1/tasks/batch`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ tasks }),
      });
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  for (;;) {
    const response = await fetch(`${url}/api/v1/tasks?status=pending&limit=1`, { headers });
    const { data } = (await response.json()) as { data: { pagination: { total: number } } };
    if (data.pagination.total === 0) return;
    await pause(100);
  }
}
