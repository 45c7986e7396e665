import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';

/** The process and URL of the embedded MongoDB of a data directory, for other programs. */
export interface RunningMongo {
  pid: number;
  url: string;
}

const CONNECT_MS = 1_000;

function fileOf(dataDir: string): string {
  return join(dataDir, 'mongo.json');
}

/** Writes the address of the embedded MongoDB of a directory. */
export async function writeMongoAddress(dataDir: string, running: RunningMongo): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${fileOf(dataDir)}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(running)}\n`, { mode: 0o600 });
  await rename(draft, fileOf(dataDir));
}

export async function removeMongoAddress(dataDir: string): Promise<void> {
  await rm(fileOf(dataDir), { force: true });
}

/** The running embedded MongoDB of a directory; null when there is none or the file is stale. */
export async function findRunningMongo(dataDir: string): Promise<RunningMongo | null> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch(() => '');
  const running = parseAddress(text);
  if (!running || !isAlive(running.pid)) return null;
  return (await accepts(new URL(running.url))) ? running : null;
}

function parseAddress(text: string): RunningMongo | null {
  try {
    const value = JSON.parse(text) as Partial<RunningMongo> | null;
    if (typeof value?.pid !== 'number' || typeof value.url !== 'string' || !URL.canParse(value.url))
      return null;
    return { pid: value.pid, url: value.url };
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function accepts(url: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: url.hostname, port: Number(url.port), timeout: CONNECT_MS });
    const answer = (isThere: boolean): void => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
    socket.once('timeout', () => answer(false));
  });
}
