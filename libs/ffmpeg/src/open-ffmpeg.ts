import type { FfmpegSettings, ServiceContext } from '@medley/kit';
import { findFfmpeg, type FfmpegBinary } from './find-ffmpeg';

const BUNDLED =
  'media is parsed by the ffmpeg from npm, a build of 2018 without security fixes: install ffmpeg or set FFMPEG_PATH';

/**
 * The ffmpeg of a service; the bundled one is a warning in the log and in `/health`.
 * @throws OperatorError when there is no other and it is not allowed
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
