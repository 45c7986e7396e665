import { AppError } from '@medley/kit';
import { fieldPath } from '../validation/field-path';
import { validationError } from '../validation/validation-error';
import type { JsonObject } from '../validation/json-object';
import { findJsonFault } from './find-json-fault';
import { requestLimits, type BodyLimits } from './http-limits';
import { scanJson, type JsonShape } from './scan-json';

/** `fatal` rejects invalid UTF-8 instead of replacing it; `ignoreBOM` keeps a BOM, which `JSON.parse` then rejects. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parse a JSON object. Its depth and its numbers of keys and elements are checked on the text, before `JSON.parse`.
 * @throws AppError INVALID_JSON, or VALIDATION_ERROR for JSON that is no acceptable object
 */
export function parseBody(bytes: Buffer, limits: BodyLimits): JsonObject {
  const text = decode(bytes);
  const shape = scanJson(text, limits.elementsMax);
  if (shape.elements > limits.elementsMax) {
    throw invalidBody(`must not have more than ${limits.elementsMax} array elements in all`);
  }
  if (!shape.isBalanced) throw invalidJson(text);
  const excess = findExcess(shape);
  if (excess !== null) throw invalidBody(excess);
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidBody('must be a JSON object');
  }
  // Only a text with the literal name or a `\u` escape can contain this key.
  const prototypeKey = /__proto__|\\u/.test(text) ? findPrototypeKey(value) : null;
  if (prototypeKey !== null)
    throw validationError([{ field: fieldPath(prototypeKey), message: 'is a reserved name' }]);
  return value as JsonObject;
}

/** The error message for the first exceeded limit; null when the body is within the limits. */
function findExcess({ depth, keys, longestArray }: JsonShape): string | null {
  const { bodyDepthMax, bodyKeysMax, bodyArrayMax } = requestLimits;
  if (depth > bodyDepthMax) return `must not nest deeper than ${bodyDepthMax} levels`;
  if (keys > bodyKeysMax) return `must not have more than ${bodyKeysMax} keys`;
  if (longestArray > bodyArrayMax) return `must not have an array of more than ${bodyArrayMax} elements`;
  return null;
}

function invalidBody(message: string): AppError {
  return validationError([{ field: 'body', message }]);
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
    throw invalidJson(text, cause);
  }
}

function invalidJson(text: string, cause?: unknown): AppError {
  const place = text.trim() === '' ? 'it is empty' : findJsonFault(text);
  return new AppError('INVALID_JSON', `The body is not valid JSON${place === null ? '' : `: ${place}`}.`, {
    cause,
  });
}

/** The path of a `__proto__` key; null when there is none. */
function findPrototypeKey(value: unknown): (string | number)[] | null {
  if (typeof value !== 'object' || value === null) return null;
  const members: Iterable<[string | number, unknown]> = Array.isArray(value)
    ? value.entries()
    : Object.entries(value);
  for (const [key, member] of members) {
    if (key === '__proto__') return [key];
    const below = findPrototypeKey(member);
    if (below !== null) return [key, ...below];
  }
  return null;
}
