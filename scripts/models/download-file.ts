import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { OperatorError } from '@medley/kit';

export interface Download {
  url: string;
  /** Path of the file. While incomplete it is `….part`; an existing one is resumed. */
  place: string;
  progress(done: number, total: number | null): void;
}

const TRIES = 4;
const PAUSE_MS = 250;
const SILENCE_MS = 30_000;
/** Node's error codes for a network that cannot be reached. */
const NO_NETWORK = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ETIMEDOUT',
]);

/**
 * Download a file; a broken connection is resumed where it broke, also in the next run of the command.
 * @throws OperatorError when there is no network, or the server does not have the file
 */
export async function downloadFile(download: Download): Promise<void> {
  const part = partOf(download.place);
  let before = -1;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await fetchRest(download);
      await rm(markOf(part), { force: true });
      await rename(part, download.place);
      return;
    } catch (error) {
      if (error instanceof OperatorError) throw error;
      const done = await sizeOf(part);
      if (NO_NETWORK.has(codeOf(error))) throw noNetwork(download, { code: codeOf(error), done });
      // An attempt that made progress does not count as a failure.
      if (done > before) attempt = 1;
      before = done;
      if (attempt >= TRIES) throw brokeOff(download, done);
      await pause(PAUSE_MS * attempt);
    }
  }
}

const partOf = (place: string): string => `${place}.part`;

/** Validator (ETag) of the partial file: when the server has another version by now, the part is useless. */
const markOf = (path: string): string => `${path}.etag`;

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0;
}

async function fetchRest({ url, place, progress }: Download): Promise<void> {
  const path = partOf(place);
  const begun = await sizeOf(path);
  const mark = await readFile(markOf(path), 'utf8').catch(() => null);
  const isResumed = begun > 0 && mark !== null;
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new Error('the server sent no data in time')), SILENCE_MS);
  try {
    const headers = isResumed ? { Range: `bytes=${begun}-`, 'If-Range': mark } : {};
    const response = await fetch(url, { headers, signal: silence.signal });
    if (response.status === 416) return await startOver(path);
    if (!response.ok || !response.body) {
      throw new OperatorError(`${url} was answered with HTTP ${response.status}`);
    }
    const from = response.status === 206 ? begun : 0;
    const length = Number(response.headers.get('content-length') ?? Number.NaN);
    const total = Number.isFinite(length) ? from + length : null;
    await writeFile(markOf(path), response.headers.get('etag') ?? '"none"');
    const onProgress = (done: number): void => {
      timer.refresh();
      progress(done, total);
    };
    await append(response.body, { path, from, onProgress });
    if (total !== null && (await sizeOf(path)) < total) throw new Error('the connection broke');
  } finally {
    clearTimeout(timer);
  }
}

/** HTTP 416: the part is longer than the file, or of another file. */
async function startOver(path: string): Promise<never> {
  await rm(path, { force: true });
  throw new Error('the server cannot resume the download');
}

async function append(
  body: AsyncIterable<Uint8Array>,
  { path, from, onProgress }: { path: string; from: number; onProgress: (done: number) => void },
): Promise<void> {
  const file = await open(path, from === 0 ? 'w' : 'a');
  let done = from;
  try {
    for await (const chunk of body) {
      await file.write(chunk);
      done += chunk.length;
      onProgress(done);
    }
  } finally {
    await file.close();
  }
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined;
  return cause?.code ?? '';
}

function noNetwork({ url, place }: Download, { code, done }: { code: string; done: number }): OperatorError {
  return new OperatorError(
    `${new URL(url).host} cannot be reached from here (${code}).${kept(done)}\n` +
      `On a machine with a connection, download ${url}\n` +
      `and put it at ${place}; the same command then continues.`,
  );
}

function brokeOff({ url }: Download, done: number): OperatorError {
  return new OperatorError(`The download from ${new URL(url).host} failed repeatedly.${kept(done)}`);
}

function kept(done: number): string {
  return done > 0 ? ' The received part is kept: run the same command again to resume.' : '';
}
