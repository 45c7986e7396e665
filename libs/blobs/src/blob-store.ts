import type { Readable } from 'node:stream';
import { isBlobKey } from './check-blob-key';

export interface BlobStats {
  /** Bytes. */
  size: number;
}

/** Inclusive byte positions, as in HTTP Range. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Bytes in memory, a stream, or the path of a local file. */
export type BlobSource = Buffer | Readable | { path: string };

/** Media and large results by key (`tasks/<task id>/…`). Keys are generated and never contain text of users. */
export interface BlobStore {
  /**
   * Stores bytes under a key atomically; replaces an existing blob. An error of a source stream is rethrown unchanged.
   * @throws AppError STORAGE_FULL, STORAGE_UNAVAILABLE
   */
  put(key: string, source: BlobSource): Promise<BlobStats>;
  /**
   * Stores the bytes of a blob under another key, too, without reading them: as a second name of the file, or inside the
   * bucket. Each is deleted on its own; the age of both is that of the copy.
   * @throws AppError INPUT_EXPIRED when there is no such blob, STORAGE_UNAVAILABLE
   */
  copy(from: string, to: string): Promise<BlobStats>;
  /** @throws AppError INPUT_EXPIRED when there is no such blob, STORAGE_UNAVAILABLE */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** Null when there is no such blob. */
  stat(key: string): Promise<BlobStats | null>;
  /** A local file with the bytes of a blob, for reading only: the blob itself, or a copy inside `directory`. */
  localPath(key: string, directory: string): Promise<string>;
  /** Deletes every blob below a prefix, which must end with a slash. */
  deletePrefix(prefix: string): Promise<void>;
  /**
   * Deletes every blob that was written more than `ageMs` milliseconds ago and returns their number. A late attempt may store
   * a blob after its task was purged; nothing else would delete it.
   */
  deleteOlder(ageMs: number): Promise<number>;
  /** Null when the store works, else the reason. */
  checkHealth(): Promise<string | null>;
}

/** The prefix of every blob; a shared bucket may hold other objects outside it. */
export const BLOBS_PREFIX = 'tasks/';

/** The prefix of the blobs of a task. */
export function taskPrefix(taskId: string): string {
  return `${BLOBS_PREFIX}${taskId}/`;
}

/** The prefix of the blobs of a step or of one attempt. */
export function stepPrefix(taskId: string, stepId: string, attempt?: number): string {
  const step = `${taskPrefix(taskId)}${stepId}/`;
  return attempt === undefined ? step : `${step}${attempt}/`;
}

/** The prefix of the blobs of an upload: its file, and its parts while it is being received. */
export function uploadPrefix(uploadId: string): string {
  return `uploads/${uploadId}/`;
}

/** The key of the file of an upload. */
export function uploadBlobKey(uploadId: string): string {
  return `${uploadPrefix(uploadId)}source`;
}

/** The prefix of texts that were joined as the input of a step; no step id contains a dot. */
export function joinedPrefix(taskId: string): string {
  return `${taskPrefix(taskId)}joined.texts/`;
}

/** The key of a file of one attempt; a late attempt therefore never overwrites the blobs of an accepted one. */
export function stepBlobKey(ids: { taskId: string; stepId: string; attempt: number }, name: string): string {
  return `${stepPrefix(ids.taskId, ids.stepId, ids.attempt)}${name}`;
}

/**
 * The key of the waveform of a sound, beside it. No message and no document names it: it may be missing, and it goes with
 * the sound, because both have the prefix of one attempt.
 */
export function waveformBlobKey(soundKey: string): string {
  return `${soundKey}.waveform`;
}

/** Whether a key received from another process belongs to this attempt. */
export function isStepBlobKey(
  ids: { taskId: string; stepId: string; attempt: number },
  key: string,
): boolean {
  return isBlobKey(key) && key.startsWith(stepBlobKey(ids, ''));
}
