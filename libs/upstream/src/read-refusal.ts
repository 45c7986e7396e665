import type { Readable } from 'node:stream';
import { readJson } from './read-json';

const BYTES_MAX = 64 * 1024;
const TIME_MS = 2_000;

/** The JSON body of a refusal; null when it is invalid, over 64 KiB or takes over 2 s. */
export async function readRefusal(stream: Readable): Promise<unknown> {
  const timer = setTimeout(() => stream.destroy(), TIME_MS);
  try {
    return await readJson(stream, { name: '', answerBytesMax: BYTES_MAX, onBytes: () => undefined });
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    stream.destroy();
  }
}
