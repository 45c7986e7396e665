import { ALL_FORMATS, CustomSource, Input } from 'mediabunny';
import { parentPort, workerData } from 'node:worker_threads';

/** What the thread says: bytes it needs (`end` is exclusive), or how it ended. */
export type ThreadMessage =
  { id: number; start: number; end: number } | { seconds: number } | { failure: string };

const waiting = new Map<number, (bytes: Uint8Array) => void>();
let reads = 0;

parentPort?.on('message', ({ id, bytes }: { id: number; bytes: Uint8Array }) => {
  waiting.get(id)?.(bytes);
  waiting.delete(id);
});

function say(message: ThreadMessage): void {
  parentPort?.postMessage(message);
}

function read(start: number, end: number): Promise<Uint8Array> {
  const id = (reads += 1);
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    say({ id, start, end });
  });
}

/**
 * To the end of the last packet of the longest audio track. A recording cut out of a longer one keeps that one's clock,
 * which does not count unless its stated length includes it.
 */
async function measure(size: number): Promise<number> {
  const source = new CustomSource({ getSize: () => size, read, prefetchProfile: 'network' });
  const input = new Input({ formats: ALL_FORMATS, source });
  const tracks = await input.getAudioTracks();
  if (tracks.length === 0) throw new Error('no audio track');
  const end = await input.computeDuration(tracks);
  const first = await input.getFirstTimestamp();
  const stated = (await input.getDurationFromMetadata()) ?? 0;
  const seconds = first > 0 && stated <= first ? end - first : end;
  // Some writers of streams state no length, and readers see an empty file.
  if (!Number.isFinite(seconds) || seconds <= 0) throw new Error('the file tells no length');
  return Math.round(seconds * 1_000) / 1_000;
}

measure(workerData as number).then(
  (seconds) => say({ seconds }),
  (error: unknown) => say({ failure: error instanceof Error ? error.message : 'unknown' }),
);
