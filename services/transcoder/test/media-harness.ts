import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { MediaRef, TranscodeOptions, TranscodeOutput } from '@medley/contracts';
import { findProgram } from '@medley/step-worker';
import { startTranscoder, transcoderSchema, type TranscoderConfig } from '@medley/transcoder';
import { startServiceHarness, type ServiceHarness } from '@medley/testing/worker';

const run = promisify(execFile);

/** All FFmpeg binaries of this machine: each of them has to work. */
export async function everyFfmpeg(): Promise<string[]> {
  const { default: installer } = await import('@ffmpeg-installer/ffmpeg');
  const onPath = await findProgram('ffmpeg');
  return onPath ? [installer.path, onPath] : [installer.path];
}

export async function startTranscoderHarness(env: Record<string, string> = {}): Promise<ServiceHarness> {
  const service = { kind: 'transcode' as const, schema: transcoderSchema, start: startTranscoder };
  return startServiceHarness<TranscoderConfig>(service, env);
}

export async function put(worker: ServiceHarness, bytes: Buffer): Promise<{ media: MediaRef }> {
  return {
    media: await worker.putMedia(bytes, { content_type: 'application/octet-stream', duration: null }),
  };
}

export interface Converted {
  output: TranscodeOutput;
  media: MediaRef;
  seconds: number | undefined;
  mp3: Buffer;
}

/** Converts media that must be convertible. */
export async function convert(
  worker: ServiceHarness,
  bytes: Buffer,
  options: TranscodeOptions = {},
): Promise<Converted> {
  const report = await worker.succeed(await put(worker, bytes), options);
  if (!report.media) throw new Error('the step gave no media');
  const mp3 = await buffer(await worker.blobs.get(report.media.blob));
  const output = report.data as TranscodeOutput;
  return { output, media: report.media, seconds: report.usage.media_seconds, mp3 };
}

/** Creates a file with FFmpeg; the output is appended to `args`, its name decides the format. */
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

/** FFmpeg arguments for a tone. */
export function tone(seconds: number, rate = 44_100, channels = 2): string[] {
  const source = `sine=frequency=440:sample_rate=${rate}:duration=${seconds}`;
  return ['-f', 'lavfi', '-i', source, '-ac', String(channels)];
}

/** Duration and loudness of an MP3 as decoded by FFmpeg. */
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

/** A stub of FFmpeg that passes the check and the probe, then runs `script`. */
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
