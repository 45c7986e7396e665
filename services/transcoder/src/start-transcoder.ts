import { join, resolve } from 'node:path';
import { openFfmpeg } from '@medley/ffmpeg';
import type { ServiceContext } from '@medley/kit';
import { startStepWorker, type StepWorkerDependencies } from '@medley/step-worker';
import { WorkerPool } from '@medley/worker-pool';
import type { TranscoderSettings } from './config';
import { TRANSCODE_MS } from './convert-to-mp3';
import { createRedact, type RedactionPool } from './redact';
import { redactLimits } from './redact-limits';
import { createTranscode } from './transcode';

const HEAP_MB = 512;

/**
 * Starts the workers of `transcode` and `redact` steps. When the FFmpeg of `FFMPEG_PATH` does not work, they announce the
 * reason and fail their steps.
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
  const secondsAllowed = config.MAX_MEDIA_SECONDS;
  const shared = {
    announce: () => ({ ready, reason, engines: [engine], default_engine: engine.name }),
    concurrency: config.CONCURRENCY,
    timeLimitMs: TRANSCODE_MS,
  };
  const workDir = (kind: string): string => join(resolve(config.DATA_DIR), 'work', kind);
  const transcode = createTranscode(ffmpeg, secondsAllowed);
  await startStepWorker(
    { ...shared, kind: 'transcode', handler: transcode, workDir: workDir('transcode') },
    dependencies,
    context,
  );
  const redact = createRedact({ ffmpeg, secondsAllowed, pool: openPool(context) });
  await startStepWorker(
    { ...shared, kind: 'redact', handler: redact, workDir: workDir('redact') },
    dependencies,
    context,
  );
}

/** One thread that searches transcripts: they may be long. */
function openPool({ lifecycle, metrics }: ServiceContext<TranscoderSettings>): RedactionPool {
  const pool: RedactionPool = new WorkerPool({
    name: 'redactions',
    module: join(__dirname, 'redaction-job'),
    handler: 'planRedactions',
    threads: 1,
    timeLimitMs: redactLimits.locateMs,
    heapMb: HEAP_MB,
    metrics,
  });
  lifecycle.onStop('redaction pool', () => pool.close());
  return pool;
}
