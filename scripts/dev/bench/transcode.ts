import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { findFfmpeg } from '@medley/ffmpeg';
import { median, startBenchEnvironment, type BenchEnvironment } from './bench-environment';

const MINUTES = 60;
const ROUNDS = 3;
/** ffmpeg arguments of a transcode step without options. */
const PLAIN_ARGUMENTS = ['-map', '0:a:0', '-c:a', 'libmp3lame', '-b:a', '128k'];

export interface TranscodeFigures {
  service_seconds: number;
  ffmpeg_seconds: number;
  ratio: number;
}

/** An hour of WAV through the whole service against the same ffmpeg command alone, measured in turns. */
export async function benchTranscode(): Promise<TranscodeFigures> {
  const bench = await startBenchEnvironment();
  const { path: ffmpeg } = await findFfmpeg(
    { DATA_DIR: bench.directory, ALLOW_BUNDLED_FFMPEG: true },
    'libmp3lame',
  );
  if (ffmpeg === null) throw new Error('there is no ffmpeg here');
  const wav = join(bench.directory, 'hour.wav');
  const mp3 = join(bench.directory, 'hour.mp3');
  const source = await serveFile(wav);
  try {
    await run(ffmpeg, [
      '-f',
      'lavfi',
      '-i',
      `sine=frequency=440:sample_rate=44100:duration=${MINUTES * 60}`,
      wav,
    ]);
    for (const service of ['orchestrator', 'fetcher', 'transcoder'])
      bench.run(`services/${service}/dist/main.js`);
    const gateway = await bench.runGateway();
    const seconds = { service: [] as number[], ffmpeg: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      seconds.ffmpeg.push(await timed(() => run(ffmpeg, ['-i', wav, ...PLAIN_ARGUMENTS, mp3])));
      seconds.service.push(await timed(() => transcode(bench, gateway, source.url)));
    }
    const [service, alone] = [median(seconds.service), median(seconds.ffmpeg)];
    return { service_seconds: service, ffmpeg_seconds: alone, ratio: service / alone };
  } finally {
    source.close();
    await rm(wav, { force: true });
    await bench.stop();
  }
}

async function transcode(bench: BenchEnvironment, gateway: string, url: string): Promise<void> {
  const headers = {
    authorization: `Bearer ${bench.apiKey}`,
    'content-type': 'application/json',
    prefer: 'wait=60',
  };
  const response = await fetch(`${gateway}/api/v1/transcode`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ url }),
  });
  const { data } = (await response.json()) as { data?: { id: string; status: string; error?: string } };
  let status = data?.status;
  while (status === 'pending') {
    const shown = await fetch(`${gateway}/api/v1/tasks/${data?.id}`, { headers });
    status = ((await shown.json()) as { data: { status: string } }).data.status;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  if (status !== 'completed')
    throw new Error(`the transcode task is ${status}: ${data?.error ?? response.status}`);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}

function run(ffmpeg: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(ffmpeg, ['-nostdin', '-y', '-v', 'error', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code}`))));
  });
}

async function serveFile(path: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((_request, response) => {
    stat(path).then(
      ({ size }) => {
        response.writeHead(200, { 'Content-Length': size });
        createReadStream(path, { highWaterMark: 1024 * 1024 }).pipe(response);
      },
      (error: unknown) => response.destroy(error as Error),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hour.wav`,
    close: () => server.close(),
  };
}
