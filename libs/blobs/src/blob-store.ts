import type { Readable } from 'node:stream';
import { isBlobKey } from './check-blob-key';

export interface BlobFacts {
  /** Bytes. */
  size: number;
}

/** Inclusive byte positions, as in HTTP Range. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Bytes in hand, bytes on their way, or the path of a local file. */
export type BlobSource = Buffer | Readable | { path: string };

/** Media and large results by key (`tasks/<task id>/…`). Keys are ours, never a user's words. */
export interface BlobStore {
  /**
   * Store bytes under a key, whole or not at all; an existing blob is replaced. An error of a source stream is thrown
   * as it is. @throws AppError STORAGE_FULL, STORAGE_UNAVAILABLE
   */
  put(key: string, source: BlobSource): Promise<BlobFacts>;
  /** @throws AppError INPUT_EXPIRED when there is no such blob, STORAGE_UNAVAILABLE */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** Null when there is no such blob. */
  stat(key: string): Promise<BlobFacts | null>;
  /** A local file with the blob's bytes, to be read only: the blob itself, or a copy made inside `directory`. */
  localPath(key: string, directory: string): Promise<string>;
  /** Delete every blob below a prefix, which ends with a slash. */
  deletePrefix(prefix: string): Promise<void>;
  /**
   * Delete every blob that was written longer than `ageMs` ago and return how many there were: what a late attempt
   * stored after its task had been purged would otherwise stay forever.
   */
  deleteOlder(ageMs: number): Promise<number>;
  /** Null when it works, else why not. */
  trouble(): Promise<string | null>;
}

/** Every blob lies under this prefix; in a bucket shared with others nothing else is ours. */
export const BLOBS_PREFIX = 'tasks/';

/** Every blob of a task lies under this prefix. */
export function taskPrefix(taskId: string): string {
  return `${BLOBS_PREFIX}${taskId}/`;
}

/** Every blob of a step lies under this prefix, those of one attempt under the longer one. */
export function stepPrefix(taskId: string, stepId: string, attempt?: number): string {
  const step = `${taskPrefix(taskId)}${stepId}/`;
  return attempt === undefined ? step : `${step}${attempt}/`;
}

/** Texts that were joined for steps to work on lie under this prefix; the dot keeps it apart from ids of steps. */
export function joinedPrefix(taskId: string): string {
  return `${taskPrefix(taskId)}joined.texts/`;
}

/** The key of one file of one attempt of a step, so that a late attempt never overwrites an accepted one. */
export function stepBlobKey(ids: { taskId: string; stepId: string; attempt: number }, name: string): string {
  return `${stepPrefix(ids.taskId, ids.stepId, ids.attempt)}${name}`;
}

/** Whether a key that another process sent names a file of this very attempt. */
export function isStepBlobKey(
  ids: { taskId: string; stepId: string; attempt: number },
  key: string,
): boolean {
  return isBlobKey(key) && key.startsWith(stepBlobKey(ids, ''));
}
