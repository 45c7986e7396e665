import type { Payload } from './payloads';
import { countCodePoints } from './text-rules';

/** Maximum bytes of a code point in UTF-8. */
const UTF8_BYTES_MAX = 4;

/** Size of a payload in bytes (UTF-8), without reading its blob. */
export function bytesOf(payload: Payload): number {
  return 'inline' in payload ? Buffer.byteLength(payload.inline) : payload.size;
}

/** Code points of a text payload, without reading its blob; a lower bound where only its size is known. */
export function charactersOf(payload: Payload): number {
  if ('inline' in payload) return countCodePoints(payload.inline);
  return payload.characters ?? Math.ceil(payload.size / UTF8_BYTES_MAX);
}
