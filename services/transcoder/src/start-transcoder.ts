import { join, resolve } from 'node:path';
import type { BlobStore } from '@medley/blobs';
import type { Broker } from '@medley/broker';
import { openFfmpeg } from '@medley/ffmpeg';
import type { ServiceContext } from '@medley/kit';
import { startStepWorker } from '@medley/step-worker';
import type { TranscoderSettings } from './config';
import { TRANSCODE_MS, createTranscode } from './transcode';

export interface TranscoderPorts {
  broker: Broker;
  blobs: BlobStore;
}

/**
 * Start converting media. With an `FFMPEG_PATH` that is of no use it still runs, and says why.
 * @throws OperatorError when there is no ffmpeg but one that is not allowed
 */
export async function startTranscoder(
  context: ServiceContext<TranscoderSettings>,
  ports: TranscoderPorts,
): Promise<void> {
  const { config, logger } = context;
  const ffmpeg = await openFfmpeg(context, 'libmp3lame');
  const reason = ffmpeg.path === null ? ffmpeg.reason : null;
  if (reason !== null) logger.warn('no transcoding', { reason });

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
    ports,
    context,
  );
}
