import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError } from '@medley/kit';
import type { DiarizationJob, DiarizationResults } from './diarization-job';

/** The built file, also when this one runs from its TypeScript source: threads load JavaScript only. */
const threadFile = join(__dirname, '..', '..', 'dist', 'diarization', 'diarization-thread.js');
const HEAP_MB = 512;

/**
 * Do a job in a thread of its own; an abort ends the thread at once.
 * @throws AppError STEP_CRASHED; the reason of the signal
 */
export async function runInDiarizationThread<J extends DiarizationJob>(
  job: J,
  signal: AbortSignal,
): Promise<DiarizationResults[J['kind']]> {
  signal.throwIfAborted();
  const thread = new Worker(threadFile, {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  let onAbort = (): void => undefined;
  try {
    return await new Promise<DiarizationResults[J['kind']]>((resolve, reject) => {
      onAbort = () => reject(signal.reason as Error);
      signal.addEventListener('abort', onAbort, { once: true });
      thread.once('message', (result: DiarizationResults[J['kind']]) => resolve(result));
      thread.once('error', (cause) => reject(crashed(cause)));
      thread.once('exit', () => reject(crashed(new Error('the thread ended without an answer'))));
    });
  } finally {
    signal.removeEventListener('abort', onAbort);
    await thread.terminate();
  }
}

function crashed(cause: unknown): AppError {
  return new AppError('STEP_CRASHED', 'the separation of speakers stopped unexpectedly', { cause });
}
