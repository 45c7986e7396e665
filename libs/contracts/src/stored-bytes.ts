import type { MediaRef, Payload } from './payloads';

/** The payloads of a step's result that may be stored in the blob store. */
interface StoredResult {
  output: Payload | null;
  text: Payload | null;
  media: MediaRef | null;
  mapping: Payload | null;
}

/** Bytes in the blob store used by the results of these steps; inline payloads are not counted. */
export function storedBytes(results: readonly StoredResult[]): number {
  const sizes = new Map<string, number>();
  for (const { output, text, media, mapping } of results) {
    for (const part of [output, text, media, mapping]) {
      if (part && 'blob' in part) sizes.set(part.blob, part.size);
    }
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}
