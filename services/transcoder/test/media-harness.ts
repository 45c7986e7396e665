import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { MediaRef, TranscodeOptions, TranscodeOutput } from '@medley/contracts';
import { findProgram } from '@medley/step-worker';
import { startTranscoder, transcoderSchema, type TranscoderConfig } from '@medley/transcoder';
import { openWorkerLab, type WorkerLab } from '../../../tests/support/worker-lab';

const run = promisify(execFile);

/** Every ffmpeg of this machine, old and new: all of them have to do. */
export async function everyFfmpeg(): Promise<string[]> {
  const { default: installer } = await import('@ffmpeg-installer/ffmpeg');
  const onPath = await findProgram('ffmpeg');
  return onPath ? [installer.path, onPath] : [installer.path];
}

export async function openTranscoder(env: Record<string, string> = {}): Promise<WorkerLab> {
  const service = { kind: 'transcode' as const, schema: transcoderSchema, start: startTranscoder };
  return openWorkerLab<TranscoderConfig>(service, env);
}

export async function put(lab: WorkerLab, bytes: Buffer): Promise<{ media: MediaRef }> {
  return { media: await lab.putMedia(bytes, { content_type: 'application/octet-stream', duration: null }) };
}

export interface Converted {
  output: TranscodeOutput;
  media: MediaRef;
  seconds: number | undefined;
  mp3: Buffer;
}

/** The MP3 of bytes that have to be convertible. */
export async function convert(
  lab: WorkerLab,
  bytes: Buffer,
  options: TranscodeOptions = {},
): Promise<Converted> {
  const report = await lab.succeed(await put(lab, bytes), options);
  if (!report.media) throw new Error('the step gave no media');
  const mp3 = await buffer(await lab.blobs.get(report.media.blob));
  const output = report.data as TranscodeOutput;
  return { output, media: report.media, seconds: report.usage.media_seconds, mp3 };
}

/** Make a file with ffmpeg; `args` end before the output, whose name decides the format. */
export async function makeMedia(ffmpeg: string, args: string[], name: string): Promise<Buffer> {
  return inScratch(async (directory) => {
    const path = join(directory, name);
    await run(ffmpeg, ['-nostdin', '-v', 'error', '-y', ...args, path]);
    return readFile(path);
  });
}

async function inScratch<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'medley-media-'));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Arguments for a tone of some seconds. */
export function tone(seconds: number, rate = 44_100, channels = 2): string[] {
  const source = `sine=frequency=440:sample_rate=${rate}:duration=${seconds}`;
  return ['-f', 'lavfi', '-i', source, '-ac', String(channels)];
}

/** What another program finds in an MP3: it decodes all of it, silently, and says how long it is and how loud. */
export async function listenTo(ffmpeg: string, mp3: Buffer): Promise<{ seconds: number; loudest: number }> {
  const { stderr } = await inScratch(async (directory) => {
    const path = join(directory, 'a.mp3');
    await writeFile(path, mp3);
    return run(ffmpeg, ['-nostdin', '-hide_banner', '-i', path, '-af', 'volumedetect', '-f', 'null', '-']);
  });
  const time = [...stderr.matchAll(/time=(\d+):(\d+):([\d.]+)/g)].at(-1) ?? [];
  const [hours, minutes, seconds] = time.slice(1).map(Number);
  const loudest = Number(/max_volume: (-?[\d.]+) dB/.exec(stderr)?.[1]);
  return { seconds: (hours ?? NaN) * 3_600 + (minutes ?? NaN) * 60 + (seconds ?? NaN), loudest };
}

/** A stand-in for ffmpeg that passes its check and its probe, then does what `script` says. */
export async function fakeFfmpeg(directory: string, script: string): Promise<string> {
  const path = join(directory, 'ffmpeg');
  const text = `#!/bin/bash
case "$*" in
  *-encoders*) echo " A....D libmp3lame MP3"; exit 0;;
  *-progress*) out="\${@: -1}"; out="\${out#file:}"; ${script};;
  *) echo "[info] Input #0, wav, from 'x':" >&2; echo "[info]   Duration: 00:00:03.00, start: 0" >&2
     echo "[info]   Stream #0:0: Audio: pcm_s16le, 44100 Hz, stereo, s16" >&2; exit 1;;
esac
`;
  await writeFile(path, text);
  await chmod(path, 0o755);
  return path;
}
