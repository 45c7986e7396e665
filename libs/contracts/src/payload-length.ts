import type { Payload } from './payloads';
import { countCodePoints } from './text-rules';

/** Bytes that a code point may take in UTF-8. */
const UTF8_BYTES_MAX = 4;

/** Bytes (UTF-8) of a payload, without reading it. */
export function bytesOf(payload: Payload): number {
  return 'inline' in payload ? Buffer.byteLength(payload.inline) : payload.size;
}

/** Code points of a text, without reading it; the fewest it can have where only its bytes are known. */
export function charactersOf(payload: Payload): number {
  if ('inline' in payload) return countCodePoints(payload.inline);
  return payload.characters ?? Math.ceil(payload.size / UTF8_BYTES_MAX);
}
