import { AppError } from '@medley/kit';
import { invalid } from '../validation/invalid';
import { scanJson } from './scan-json';

export type JsonObject = Record<string, unknown>;

const DEPTH_MAX = 32;
const KEYS_MAX = 20_000;

/** Fatal, so that bytes which are no UTF-8 are refused instead of repaired; the BOM stays and is then no JSON. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @throws AppError INVALID_JSON, or VALIDATION_ERROR for JSON that is no acceptable object */
export function parseBody(bytes: Buffer): JsonObject {
  const text = decode(bytes);
  const shape = scanJson(text);
  if (!shape.isBalanced) throw invalidJson();
  if (shape.depth > DEPTH_MAX) throw bodyFault(`must not nest deeper than ${DEPTH_MAX} levels`);
  if (shape.keys > KEYS_MAX) throw bodyFault(`must not have more than ${KEYS_MAX} keys`);
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw bodyFault('must be a JSON object');
  }
  // Only a text that spells the name, plainly or by escapes, can hold it as a key.
  const prototypeKey = /__proto__|\\u/.test(text) ? findPrototypeKey(value, '') : null;
  if (prototypeKey !== null) throw invalid([{ field: prototypeKey, message: 'is a reserved name' }]);
  return value as JsonObject;
}

/** A fault of the body as a whole. */
function bodyFault(message: string): AppError {
  return invalid([{ field: 'body', message }]);
}

function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new AppError('INVALID_JSON', 'The body is not valid JSON: it is not UTF-8.', { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalidJson(cause);
  }
}

function invalidJson(cause?: unknown): AppError {
  return new AppError('INVALID_JSON', 'The body is not valid JSON.', { cause });
}

function findPrototypeKey(value: unknown, path: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const key of Object.keys(value)) {
    const here = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    if (key === '__proto__') return here;
    const below = findPrototypeKey((value as JsonObject)[key], here);
    if (below !== null) return below;
  }
  return null;
}
