import { STATUS_CODES } from 'node:http';
import type { ApiErrorCode, JsonSchema } from '@medley/contracts';
import { AppError } from '@medley/kit';
import { httpStatuses } from '../../../http/error-response';
import { renderSpeechError } from '../speech-errors';
import { refTo } from '../../../route-docs/schema-builders';
import { errorDocs } from '../../../openapi/error-docs';

/** The codes of every path of OpenAI's speech API. */
export const refusals: readonly ApiErrorCode[] = [
  'MISSING_API_KEY',
  'INVALID_AUTH_FORMAT',
  'INVALID_API_KEY',
  'API_KEY_INACTIVE',
  'API_KEY_EXPIRED',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
];
/** The codes of a transcription. */
export const failures: readonly ApiErrorCode[] = [
  ...refusals,
  'VALIDATION_ERROR',
  'INSUFFICIENT_BALANCE',
  'FORBIDDEN',
  'STORAGE_LIMIT',
  'NOT_FOUND',
  'IDEMPOTENCY_IN_PROGRESS',
  'TASK_EXPIRED',
  'MEDIA_TOO_LARGE',
  'IDEMPOTENCY_MISMATCH',
  'UPSTREAM_ERROR',
  'STORAGE_UNAVAILABLE',
];

/** The headers of a response. */
export function speechHeaders(status: number): JsonSchema {
  const own = status === 429 || status === 502 ? ['Retry-After'] : status === 401 ? ['WWW-Authenticate'] : [];
  const names = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'X-Medley-Task-Id', ...own];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The error responses, by status. */
export function describeSpeechFailures(codes: readonly ApiErrorCode[]): JsonSchema {
  const statuses = [...new Set(codes.map((code) => httpStatuses[code]))].sort((a, b) => a - b);
  const responses = statuses.map((status) => {
    const own = codes.filter((code) => httpStatuses[code] === status);
    const meanings = own.map((code) => `- ${errorDocs[code].meaning}`);
    const examples = Object.fromEntries(own.map((code) => [code, exampleOf(code)]));
    const content = { 'application/json': { schema: refTo('SpeechError'), examples } };
    return [
      status,
      {
        description: `${STATUS_CODES[status]}\n\n${meanings.join('\n')}`,
        headers: speechHeaders(status),
        content,
      },
    ] as const;
  });
  return Object.fromEntries(responses);
}

function exampleOf(code: ApiErrorCode): JsonSchema {
  const error = new AppError(code, errorDocs[code].message, { details: { isResponse: true } });
  return { summary: errorDocs[code].meaning, value: JSON.parse(renderSpeechError(error).body) as unknown };
}
