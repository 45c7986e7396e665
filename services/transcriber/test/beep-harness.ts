import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TranscribeOutput } from '@medley/contracts';
import { findProgram } from '@medley/step-worker';
import { type Beep, decodeBeeps, verboseJsonOf } from '@medley/testing/speech';
import {
  respondJson,
  type Responder,
  type RecordedRequest,
  startStubUpstream,
  type StubUpstream,
} from '@medley/testing';
import { startServiceHarness, type ServiceHarness } from '@medley/testing/worker';
import { formOf, transcriberService } from './transcriber-harness';

const run = promisify(execFile);

/** The transcriber with a local engine that recognizes beeps in the bytes it receives. */
export interface BeepHarness {
  worker: ServiceHarness;
  upstream: StubUpstream;
  /** The requests to the engine in order. */
  received: { bytes: number; seconds: number; beeps: Beep[] }[];
  transcribe(media: Buffer, options?: object): Promise<TranscribeOutput>;
  close(): Promise<void>;
}

export interface BeepHarnessSettings {
  /** Properties of the entry in the list of engines. */
  engine?: object;
  env?: Record<string, string>;
  give?: { words?: boolean; segments?: boolean };
  /** Replaces the response of the engine to the n-th request. */
  respond?: (request: number) => Responder | null;
}

export async function startBeepHarness(settings: BeepHarnessSettings = {}): Promise<BeepHarness> {
  const upstream = await startStubUpstream();
  const directory = await mkdtemp(join(tmpdir(), 'medley-beeps-'));
  const received: BeepHarness['received'] = [];
  let requests = 0;
  upstream.respond((response, request) => {
    const respond = settings.respond?.(requests);
    requests += 1;
    if (respond) respond(response, request);
    else void answer(request).then((body) => respondJson(body)(response, request));
  });
  const answer = async (request: RecordedRequest): Promise<object> => {
    const wav = Buffer.from(await ((await formOf(request)).get('file') as File).arrayBuffer());
    const seconds = (wav.length - 44) / 32_000;
    const beeps = decodeBeeps(wav);
    received.push({ bytes: request.body.length, seconds, beeps });
    return verboseJsonOf(beeps, seconds, settings.give);
  };
  const list = join(directory, 'engines.json');
  const row = { kind: 'openai', name: 'beeps', base_url: upstream.url, retry_ms: 1, ...settings.engine };
  await writeFile(list, JSON.stringify([row]));
  const worker = await startServiceHarness(transcriberService, { ASR_ENGINES_FILE: list, ...settings.env });
  return {
    worker,
    upstream,
    received,
    async transcribe(bytes, options = {}) {
      const media = await worker.putMedia(bytes, {
        content_type: 'application/octet-stream',
        duration: null,
      });
      const { output } = await worker
        .send({ media }, { language: 'en', diarization: false, words: true, ...options })
        .then(({ finished }) => finished)
        .then((report) => {
          if (report.outcome === 'failed') throw new Error(JSON.stringify(report.error));
          return report;
        });
      const text = 'inline' in output ? output.inline : await readBlob(worker, output.blob);
      return JSON.parse(text) as TranscribeOutput;
    },
    async close() {
      await worker.close();
      await upstream.close();
      await rm(directory, { recursive: true });
    },
  };
}

async function readBlob(worker: ServiceHarness, key: string): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of await worker.blobs.get(key)) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** All FFmpeg binaries of this machine: each of them has to work. */
export async function everyFfmpeg(): Promise<string[]> {
  const { default: installer } = await import('@ffmpeg-installer/ffmpeg');
  const onPath = await findProgram('ffmpeg');
  return onPath ? [installer.path, onPath] : [installer.path];
}

/** Converts a WAV; `IN` among the arguments stands for its path, the output is appended. */
export async function convertWav(wav: Buffer, args: readonly string[], name: string): Promise<Buffer> {
  const [ffmpeg = ''] = (await everyFfmpeg()).slice(-1);
  const directory = await mkdtemp(join(tmpdir(), 'medley-convert-'));
  try {
    const [from, to] = [join(directory, 'in.wav'), join(directory, name)];
    await writeFile(from, wav);
    const given = args.map((one) => (one === 'IN' ? from : one));
    await run(ffmpeg, ['-nostdin', '-v', 'error', '-y', ...given, to]);
    return await readFile(to);
  } finally {
    await rm(directory, { recursive: true });
  }
}
