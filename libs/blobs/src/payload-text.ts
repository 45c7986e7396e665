import { countCodePoints, INLINE_BYTES_MAX, type Payload } from '@medley/contracts';
import { text } from 'node:stream/consumers';
import type { BlobStore } from './blob-store';

/** An inline payload for text up to 64 KiB; longer text is stored as a blob under `key`. */
export async function storePayload(blobs: BlobStore, key: string, value: string): Promise<Payload> {
  const size = Buffer.byteLength(value);
  if (size <= INLINE_BYTES_MAX) return { inline: value };
  await blobs.put(key, Buffer.from(value));
  return { blob: key, size };
}

/** Like `storePayload`, for text that may be the input of a step: a blob payload also has its length in code points. */
export async function storeText(blobs: BlobStore, key: string, value: string): Promise<Payload> {
  const payload = await storePayload(blobs, key, value);
  return 'inline' in payload ? payload : { ...payload, characters: countCodePoints(value) };
}

/** Reads an inline or blob payload. @throws AppError INPUT_EXPIRED, STORAGE_UNAVAILABLE */
export async function readPayload(blobs: BlobStore, payload: Payload): Promise<string> {
  return 'inline' in payload ? payload.inline : text(await blobs.get(payload.blob));
}
