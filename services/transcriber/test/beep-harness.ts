import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TranscribeOutput } from '@medley/contracts';
import { findProgram } from '@medley/step-worker';
import { hearBeeps, verboseJsonOf, type Beep } from '../../../scripts/bench/speech/beep-speech';
import {
  json,
  startStubUpstream,
  type Respond,
  type SeenRequest,
  type StubUpstream,
} from '../../../tests/support/stub-upstream';
import { openWorkerLab, type WorkerLab } from '../../../tests/support/worker-lab';
import { formOf, transcriberService } from './transcriber-harness';

const run = promisify(execFile);

/** The transcriber with a local engine that understands beeps, and nothing but the bytes it is sent. */
export interface BeepLab {
  lab: WorkerLab;
  upstream: StubUpstream;
  /** What the engine was sent, in the order in which it came. */
  received: { bytes: number; seconds: number; beeps: Beep[] }[];
  transcribe(media: Buffer, options?: object): Promise<TranscribeOutput>;
  close(): Promise<void>;
}

export interface BeepLabSettings {
  /** Of the row in the list of engines. */
  engine?: object;
  env?: Record<string, string>;
  give?: { words?: boolean; segments?: boolean };
  /** Instead of the engine's own answer to the n-th request. */
  trouble?: (request: number) => Respond | null;
}

export async function openBeepLab(settings: BeepLabSettings = {}): Promise<BeepLab> {
  const upstream = await startStubUpstream();
  const directory = await mkdtemp(join(tmpdir(), 'medley-beeps-'));
  const received: BeepLab['received'] = [];
  let requests = 0;
  upstream.respond((response, request) => {
    const trouble = settings.trouble?.(requests);
    requests += 1;
    if (trouble) trouble(response, request);
    else void answer(request).then((body) => json(body)(response, request));
  });
  const answer = async (request: SeenRequest): Promise<object> => {
    const wav = Buffer.from(await ((await formOf(request)).get('file') as File).arrayBuffer());
    const seconds = (wav.length - 44) / 32_000;
    const beeps = hearBeeps(wav);
    received.push({ bytes: request.body.length, seconds, beeps });
    return verboseJsonOf(beeps, seconds, settings.give);
  };
  const list = join(directory, 'engines.json');
  const row = { kind: 'openai', name: 'beeps', base_url: upstream.url, retry_ms: 1, ...settings.engine };
  await writeFile(list, JSON.stringify([row]));
  const lab = await openWorkerLab(transcriberService, { ASR_ENGINES_FILE: list, ...settings.env });
  return {
    lab,
    upstream,
    received,
    async transcribe(bytes, options = {}) {
      const media = await lab.putMedia(bytes, { content_type: 'application/octet-stream', duration: null });
      const { output } = await lab
        .send({ media }, { language: 'en', diarization: false, words: true, ...options })
        .then(({ finished }) => finished)
        .then((report) => {
          if (report.outcome === 'failed') throw new Error(JSON.stringify(report.error));
          return report;
        });
      const text = 'inline' in output ? output.inline : await readBlob(lab, output.blob);
      return JSON.parse(text) as TranscribeOutput;
    },
    async close() {
      await lab.close();
      await upstream.close();
      await rm(directory, { recursive: true });
    },
  };
}

async function readBlob(lab: WorkerLab, key: string): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of await lab.blobs.get(key)) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** Every ffmpeg of this machine, old and new: all of them have to do. */
export async function everyFfmpeg(): Promise<string[]> {
  const { default: installer } = await import('@ffmpeg-installer/ffmpeg');
  const onPath = await findProgram('ffmpeg');
  return onPath ? [installer.path, onPath] : [installer.path];
}

/** A WAV put into another shape; `IN` among the arguments is its path, they end before the output. */
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
