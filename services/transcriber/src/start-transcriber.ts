import { join, resolve } from 'node:path';
import { openFfmpeg } from '@medley/ffmpeg';
import type { ServiceContext } from '@medley/kit';
import { startStepWorker, type StepWorkerDependencies } from '@medley/step-worker';
import type { TranscriberSettings } from './config';
import { DiarizationPool } from './diarization/diarization-pool';
import { createEngines } from './engines/create-engines';
import { engineStatus } from './engines/engine-status';
import { createTranscribe } from './transcribe';
import { transcribeLimits } from './transcribe-limits';

/** A step diarizes while its engine may detect speech in a chunk. */
const DIARIZATION_THREADS_PER_STEP = 2;

/**
 * Starts the worker of `transcribe` steps; it stops with the life cycle of the context. Without a working engine or FFmpeg
 * it announces the reason and fails its steps.
 * @throws OperatorError when the only FFmpeg found is one that is not allowed
 */
export async function startTranscriber(
  context: ServiceContext<TranscriberSettings>,
  dependencies: StepWorkerDependencies,
): Promise<void> {
  const { config, lifecycle, logger, metrics, health } = context;
  const threads = DIARIZATION_THREADS_PER_STEP * config.CONCURRENCY;
  const diarizationPool = new DiarizationPool({ threads, metrics });
  lifecycle.onStop('diarization pool', () => diarizationPool.close());
  const engines = await createEngines(config, { diarizationPool, metrics });
  lifecycle.onStop('speech engines', async () => {
    await Promise.all(engines.map((engine) => engine.close()));
  });
  const ffmpeg = await openFfmpeg(context, 'pcm_s16le');
  // All media is converted by FFmpeg before an engine gets it.
  const ffmpegReason = ffmpeg.path === null ? ffmpeg.reason : null;
  const status = engineStatus(engines, ffmpegReason);
  for (const reason of [ffmpegReason, ...engines.map((engine) => engine.reason)]) {
    if (reason !== null) logger.warn('transcription is unavailable', { reason });
  }
  const noEngine = engines.length === 0 ? status.reason : null;
  if (noEngine !== null) {
    logger.warn('no speech engine is configured', { reason: noEngine });
    health.warn('speech engine', noEngine);
  }
  await startStepWorker(
    {
      kind: 'transcribe',
      handler: createTranscribe({
        engines,
        ffmpeg,
        diarizationPool,
        maxMediaSeconds: config.MAX_MEDIA_SECONDS,
      }),
      announce: () => status,
      concurrency: config.CONCURRENCY,
      timeLimitMs: transcribeLimits.stepMs,
      workDir: join(resolve(config.DATA_DIR), 'work', 'transcribe'),
    },
    dependencies,
    context,
  );
}
