import { join, resolve } from 'node:path';
import { openFfmpeg } from '@medley/ffmpeg';
import type { ServiceContext } from '@medley/kit';
import { startStepWorker, type StepWorkerPorts } from '@medley/step-worker';
import type { TranscriberSettings } from './config';
import { createEngines } from './engines/create-engines';
import { engineFacts } from './engines/engine-facts';
import { createTranscribe } from './transcribe';
import { transcribeLimits } from './transcribe-limits';

/**
 * Start the worker of `transcribe` steps on given ports; its stops are registered on the context's life cycle. Without an
 * engine or with an `FFMPEG_PATH` that is of no use it still runs, and says why.
 * @throws OperatorError when there is no ffmpeg but one that is not allowed
 */
export async function startTranscriber(
  context: ServiceContext<TranscriberSettings>,
  ports: StepWorkerPorts,
): Promise<void> {
  const { config, lifecycle, logger } = context;
  const engines = await createEngines(config);
  lifecycle.onStop('speech engines', async () => {
    await Promise.all(engines.map((engine) => engine.close()));
  });
  const ffmpeg = await openFfmpeg(context, 'pcm_s16le');
  // Nothing is transcribed that was not prepared by ffmpeg.
  const facts = engineFacts(engines, ffmpeg.path === null ? ffmpeg.reason : null);
  const broken = [ffmpeg.path === null ? ffmpeg.reason : null, ...engines.map(({ reason }) => reason)];
  for (const reason of broken) if (reason !== null) logger.warn('no transcription', { reason });
  await startStepWorker(
    {
      kind: 'transcribe',
      handler: createTranscribe({ engines, ffmpeg, maxMediaSeconds: config.MAX_MEDIA_SECONDS }),
      announce: () => facts,
      concurrency: config.CONCURRENCY,
      timeLimitMs: transcribeLimits.stepMs,
      workDir: join(resolve(config.DATA_DIR), 'work', 'transcribe'),
    },
    ports,
    context,
  );
}
