import type { FfmpegSettings, ServiceContext } from '@medley/kit';
import { findFfmpeg, type FfmpegBinary } from './find-ffmpeg';

const BUNDLED =
  'media is parsed by the ffmpeg from npm, a build of 2018 without security fixes: install ffmpeg or set FFMPEG_PATH';

/**
 * Finds the FFmpeg of a service as `findFfmpeg` does; warns in the log and in `/health` when it is the binary from npm.
 * @throws OperatorError when only the binary from npm is left and it is not allowed
 */
export async function openFfmpeg(
  context: Pick<ServiceContext<FfmpegSettings & { DATA_DIR: string }>, 'config' | 'logger' | 'health'>,
  encoder: 'libmp3lame' | 'pcm_s16le',
  findOnPath?: (name: string) => Promise<string | null>,
): Promise<FfmpegBinary> {
  const found = await findFfmpeg(context.config, encoder, findOnPath);
  if (found.path !== null && found.isBundled) {
    context.logger.warn(BUNDLED);
    context.health.warn('ffmpeg', BUNDLED);
  }
  return found;
}
