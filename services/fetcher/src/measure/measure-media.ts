import type { BlobStore } from '@medley/blobs';
import { messageOf, type Logger } from '@medley/kit';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { measureLimits } from './measure-limits';
import type { ThreadMessage } from './measure-thread';

/** The built file, also when this one runs from its TypeScript source: threads load JavaScript only. */
const threadFile = join(__dirname, '..', '..', 'dist', 'measure', 'measure-thread.js');

interface Measurement {
  blobs: BlobStore;
  blob: string;
  size: number;
  signal: AbortSignal;
  logger: Logger;
}

/**
 * Seconds the audio of a stored file lasts by its packets; null when that cannot be told. In a thread of its own, whose
 * memory and time are bounded: whatever the file does to the parser, the fetcher goes on.
 */
export async function measureMedia(measurement: Measurement): Promise<number | null> {
  const { size, logger, signal } = measurement;
  const thread = new Worker(threadFile, {
    workerData: size,
    resourceLimits: { maxOldGenerationSizeMb: measureLimits.heapMegabytes },
    stderr: true,
    stdout: true,
  });
  try {
    return await awaitAnswer(thread, measurement);
  } catch (error) {
    signal.throwIfAborted();
    logger.info('the length of the media is not known', { reason: messageOf(error) });
    return null;
  } finally {
    await thread.terminate();
  }
}

function awaitAnswer(thread: Worker, { blobs, blob, signal }: Measurement): Promise<number> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(reject, measureLimits.measureMs, new Error('measuring takes too long'));
    const onAbort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    thread.once('exit', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      reject(new Error('the thread ended'));
    });
    thread.on('error', reject);
    thread.on('message', (message: ThreadMessage) => {
      if ('seconds' in message) return resolve(message.seconds);
      if ('failure' in message) return reject(new Error(message.failure));
      const { id, start, end } = message;
      readPart(blobs, blob, { start, end }).then((bytes) => thread.postMessage({ id, bytes }), reject);
    });
  });
}

async function readPart(
  blobs: BlobStore,
  blob: string,
  part: { start: number; end: number },
): Promise<Buffer> {
  if (part.end - part.start > measureLimits.readBytesMax)
    throw new Error('the file asks for too much memory');
  return buffer(await blobs.get(blob, { start: part.start, end: part.end - 1 }));
}
