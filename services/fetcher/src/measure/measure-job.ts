import type { MessagePort } from 'node:worker_threads';
import { ALL_FORMATS, CustomSource, Input, Logging, LogLevel } from 'mediabunny';

/** A file to measure; the thread requests its bytes through `port`. */
export interface MeasureJob {
  /** Bytes of the file. */
  size: number;
  /** Sends `RangeRequest`s, receives `RangeResponse`s. */
  port: MessagePort;
}

/** Bytes that the parser needs; `end` is exclusive. */
export interface RangeRequest {
  id: number;
  start: number;
  end: number;
}

export interface RangeResponse {
  id: number;
  bytes: Uint8Array;
}

export type MeasureResult = { seconds: number } | { failure: string };

// What the parser prints about a file could repeat parts of the file.
Logging.level = LogLevel.Silent;

/**
 * Measures the duration of the longest audio track of a file, rounded to milliseconds.
 * @public called by name in a worker thread
 */
export async function measureDuration({ size, port }: MeasureJob): Promise<MeasureResult> {
  try {
    return { seconds: await durationOf(size, rangeReader(port)) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : 'unknown' };
  } finally {
    port.close();
  }
}

function rangeReader(port: MessagePort): (start: number, end: number) => Promise<Uint8Array> {
  const pending = new Map<number, (bytes: Uint8Array) => void>();
  let requests = 0;
  port.on('message', ({ id, bytes }: RangeResponse) => {
    pending.get(id)?.(bytes);
    pending.delete(id);
  });
  return (start, end) => {
    const id = (requests += 1);
    return new Promise((resolve) => {
      pending.set(id, resolve);
      port.postMessage({ id, start, end } satisfies RangeRequest);
    });
  };
}

/**
 * The duration is the end of the last packet. The timestamps of a recording that was cut out of a longer one do not begin
 * at zero: that offset is subtracted, unless the duration in the metadata includes it.
 */
async function durationOf(
  size: number,
  read: (start: number, end: number) => Promise<Uint8Array>,
): Promise<number> {
  const source = new CustomSource({ getSize: () => size, read, prefetchProfile: 'network' });
  const input = new Input({ formats: ALL_FORMATS, source });
  const tracks = await input.getAudioTracks();
  if (tracks.length === 0) throw new Error('no audio track');
  const end = await input.computeDuration(tracks);
  const first = await input.getFirstTimestamp();
  const stated = (await input.getDurationFromMetadata()) ?? 0;
  const seconds = first > 0 && stated <= first ? end - first : end;
  // Streaming encoders write a length of zero into the header, which parsers read as an empty file.
  if (!Number.isFinite(seconds) || seconds <= 0) throw new Error('no duration can be computed');
  return Math.round(seconds * 1_000) / 1_000;
}
