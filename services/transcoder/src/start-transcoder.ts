import { join, resolve } from 'node:path';
import { openFfmpeg } from '@medley/ffmpeg';
import type { ServiceContext } from '@medley/kit';
import { startStepWorker, type StepWorkerDependencies } from '@medley/step-worker';
import type { TranscoderSettings } from './config';
import { TRANSCODE_MS, createTranscode } from './transcode';

/**
 * Starts the worker of `transcode` steps. When the FFmpeg of `FFMPEG_PATH` does not work, the worker announces the reason
 * and fails its steps.
 * @throws OperatorError when the only FFmpeg found is one that is not allowed
 */
export async function startTranscoder(
  context: ServiceContext<TranscoderSettings>,
  dependencies: StepWorkerDependencies,
): Promise<void> {
  const { config, logger } = context;
  const ffmpeg = await openFfmpeg(context, 'libmp3lame');
  const reason = ffmpeg.path === null ? ffmpeg.reason : null;
  if (reason !== null) logger.warn('transcoding is unavailable', { reason });

  const ready = reason === null;
  const engine = { name: 'ffmpeg', ready, reason, models: [], default_model: null };
  await startStepWorker(
    {
      kind: 'transcode',
      handler: createTranscode(ffmpeg, config.MAX_MEDIA_SECONDS),
      announce: () => ({ ready, reason, engines: [engine], default_engine: engine.name }),
      concurrency: config.CONCURRENCY,
      timeLimitMs: TRANSCODE_MS,
      workDir: join(resolve(config.DATA_DIR), 'work', 'transcode'),
    },
    dependencies,
    context,
  );
}
