import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { OperatorError, type FfmpegSettings } from '@medley/kit';
import { findProgram, runProcess } from '@medley/step-worker';
import { runnableCopy } from './runnable-copy';

/** A working FFmpeg with the required encoder, or why there is none (for operators). `isBundled`: the binary from npm. */
export type FfmpegBinary = { path: string; isBundled: boolean } | { path: null; reason: string };

const CHECK_MS = 15_000;

/**
 * Finds an FFmpeg with `encoder`: only `FFMPEG_PATH` when it is set, else on the PATH (`findOnPath`), else the binary from
 * npm when `ALLOW_BUNDLED_FFMPEG` is set.
 * @throws OperatorError when only the binary from npm is left and it is not allowed
 */
export async function findFfmpeg(
  settings: FfmpegSettings & { DATA_DIR: string },
  encoder: 'libmp3lame' | 'pcm_s16le',
  findOnPath = findProgram,
): Promise<FfmpegBinary> {
  const { FFMPEG_PATH } = settings;
  if (FFMPEG_PATH !== undefined) {
    const path = resolve(FFMPEG_PATH);
    if (await hasEncoder(path, encoder)) return { path, isBundled: false };
    return { path: null, reason: `FFMPEG_PATH names no ffmpeg that runs here and has ${encoder}` };
  }
  const onPath = await findOnPath('ffmpeg');
  if (onPath && (await hasEncoder(onPath, encoder))) return { path: onPath, isBundled: false };
  if (!settings.ALLOW_BUNDLED_FFMPEG) {
    throw new OperatorError(
      `No ffmpeg with ${encoder} is on the PATH, and the one from npm is a build of 2018 without security fixes. ` +
        'Install ffmpeg or set FFMPEG_PATH; ALLOW_BUNDLED_FFMPEG=true accepts that risk.',
    );
  }
  const installed = await installerPath();
  if (installed) {
    const path = await runnableCopy(installed, join(resolve(settings.DATA_DIR), 'bin'));
    if (await hasEncoder(path, encoder)) return { path, isBundled: true };
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

/** The binary of @ffmpeg-installer; the package throws on platforms without one. */
async function installerPath(): Promise<string | null> {
  try {
    const { default: installer } = await import('@ffmpeg-installer/ffmpeg');
    return installer.path;
  } catch {
    return null;
  }
}
