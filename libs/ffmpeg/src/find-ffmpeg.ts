import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findProgram, runProcess } from '@medley/step-worker';
import { runnableCopy } from './runnable-copy';

/** A program that runs and has the encoder that is needed, or why there is none, in words for an operator. */
export type FoundFfmpeg = { path: string } | { path: null; reason: string };

const CHECK_MS = 15_000;

/**
 * Find an ffmpeg that has `encoder`: `FFMPEG_PATH` and nothing else when it is set, else the PATH, else the binary
 * from npm.
 */
export async function findFfmpeg(
  settings: { FFMPEG_PATH?: string; DATA_DIR: string },
  encoder: 'libmp3lame' | 'pcm_s16le',
): Promise<FoundFfmpeg> {
  const { FFMPEG_PATH } = settings;
  if (FFMPEG_PATH !== undefined) {
    if (await hasEncoder(resolve(FFMPEG_PATH), encoder)) return { path: resolve(FFMPEG_PATH) };
    return { path: null, reason: `FFMPEG_PATH names no ffmpeg that runs here and has ${encoder}` };
  }
  const onPath = await findProgram('ffmpeg');
  if (onPath && (await hasEncoder(onPath, encoder))) return { path: onPath };
  const installed = await installerPath();
  if (installed) {
    const path = await runnableCopy(installed, join(resolve(settings.DATA_DIR), 'bin'));
    if (await hasEncoder(path, encoder)) return { path };
  }
  return { path: null, reason: `no ffmpeg with ${encoder} is on the PATH: install it or set FFMPEG_PATH` };
}

async function hasEncoder(path: string, encoder: string): Promise<boolean> {
  let isListed = false;
  try {
    const { exitCode } = await runProcess({
      command: path,
      args: ['-hide_banner', '-nostdin', '-encoders'],
      cwd: tmpdir(),
      signal: new AbortController().signal,
      timeLimitMs: CHECK_MS,
      onStdoutLine: (line) => {
        isListed ||= line.split(/\s+/).includes(encoder);
      },
    });
    return exitCode === 0 && isListed;
  } catch {
    return false;
  }
}

/** The binary of @ffmpeg-installer. The package throws on platforms it has no binary for. */
async function installerPath(): Promise<string | null> {
  try {
    const { default: installer } = await import('@ffmpeg-installer/ffmpeg');
    return installer.path;
  } catch {
    return null;
  }
}
