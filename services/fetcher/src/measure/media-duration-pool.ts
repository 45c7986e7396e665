import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { MessageChannel } from 'node:worker_threads';
import type { BlobStore } from '@medley/blobs';
import { messageOf, type Logger } from '@medley/kit';
import { WorkerPool } from '@medley/worker-pool';
import type { Registry } from 'prom-client';
import type { MeasureJob, MeasureResult, RangeRequest, RangeResponse } from './measure-job';
import { measureLimits } from './measure-limits';

export interface MediaDurationPoolOptions {
  threads: number;
  metrics: Registry;
}

/** A stored file whose duration is measured. */
export interface Measurement {
  blobs: BlobStore;
  blob: string;
  /** Bytes of the file. */
  size: number;
  /** Fair-queueing key. */
  account: string;
  signal: AbortSignal;
  logger: Logger;
}

/**
 * Measures the duration of media in worker threads. Their time and memory are limited, so that a malformed file cannot
 * block or crash the fetcher.
 */
export class MediaDurationPool {
  readonly #pool: WorkerPool<MeasureJob, MeasureResult>;

  constructor({ threads, metrics }: MediaDurationPoolOptions) {
    this.#pool = new WorkerPool({
      name: 'media-duration',
      module: join(__dirname, 'measure-job'),
      handler: 'measureDuration',
      threads,
      timeLimitMs: measureLimits.measureMs,
      heapMb: measureLimits.heapMegabytes,
      metrics,
    });
  }

  /**
   * Seconds of the longest audio track by its packets, not by the header; null when they cannot be computed.
   * @throws the reason of the signal
   */
  async measure(measurement: Measurement): Promise<number | null> {
    const { size, account, signal, logger } = measurement;
    const { port1, port2: port } = new MessageChannel();
    const readFailure = new AbortController();
    port1.on('message', ({ id, ...range }: RangeRequest) => {
      readRange(measurement, range).then(
        (bytes) => port1.postMessage({ id, bytes } satisfies RangeResponse),
        (error: unknown) => readFailure.abort(error),
      );
    });
    try {
      const result = await this.#pool.run(
        { size, port },
        { account, signal: AbortSignal.any([signal, readFailure.signal]), transferList: [port] },
      );
      if ('seconds' in result) return result.seconds;
      logger.info('the duration of the media is unknown', { reason: result.failure });
    } catch (error) {
      signal.throwIfAborted();
      logger.info('the duration of the media is unknown', { reason: messageOf(error) });
    } finally {
      port1.close();
    }
    return null;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

async function readRange(
  { blobs, blob }: Measurement,
  { start, end }: { start: number; end: number },
): Promise<Buffer> {
  if (end - start > measureLimits.readBytesMax) throw new Error('the parser requests too many bytes at once');
  return buffer(await blobs.get(blob, { start, end: end - 1 }));
}
