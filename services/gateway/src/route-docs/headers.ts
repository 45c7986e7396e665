import { limits, type JsonSchema } from '@medley/contracts';

interface HeaderDocs {
  description: string;
  schema: JsonSchema;
  example: string | number;
}

/** Request headers; `Authorization` is described by the security scheme. */
export const requestHeaders = {
  'Idempotency-Key': {
    description:
      'Within 24 hours, requests with the same key and body create one resource and get the same response; ' +
      'a repeated one has `Idempotency-Replayed: true`.',
    schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyMax },
    example: 'order-4711',
  },
  Prefer: {
    description:
      `\`wait=N\` (1 to ${limits.waitSecondsMax} seconds), where one task is created: respond as soon as the task has ended, ` +
      'or with the pending task after that time. `handling=strict`: unknown fields of the body are a VALIDATION_ERROR ' +
      'instead of `warnings`. Several are separated by commas.',
    schema: { type: 'string' },
    example: 'wait=20',
  },
  'Last-Event-ID': {
    description: 'Id of the last event received; the stream continues after it.',
    schema: { type: 'string' },
    example: '3000000',
  },
  Range: {
    description: 'One range of bytes; several ranges return the whole file.',
    schema: { type: 'string' },
    example: 'bytes=0-1023',
  },
  'X-Request-Id': {
    description: 'Up to 128 printable ASCII characters, returned in the response. Default: a new UUID.',
    schema: { type: 'string', maxLength: 128 },
    example: 'b7f0c7d2',
  },
} as const satisfies Record<string, HeaderDocs>;
export type RequestHeader = keyof typeof requestHeaders;

/** Response headers. */
export const responseHeaders = {
  'X-Request-Id': {
    description: 'Id of the request, for questions to the operator.',
    schema: { type: 'string' },
    example: '3f1c9f0e-6f0e-4e2b-9a63-0f6d2a3c5b7e',
  },
  RateLimit: {
    description:
      'Remaining requests (`r`) and seconds until the quota is restored (`t`). Absent without a limit.',
    schema: { type: 'string' },
    example: '"standard";r=599;t=1',
  },
  'RateLimit-Policy': {
    description: 'The tariff: requests (`q`) a window of seconds (`w`). Absent without a limit.',
    schema: { type: 'string' },
    example: '"standard";q=600;w=60',
  },
  'Retry-After': {
    description: 'Seconds to wait.',
    schema: { type: 'integer', minimum: 0 },
    example: 30,
  },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string' }, example: 'Bearer' },
  Location: {
    description: 'Path of the created resource.',
    schema: { type: 'string' },
    example: '/api/v1/tasks/0b8f6c1e-52a3-4a68-9c1d-7a1f3f0f2b10',
  },
  'Preference-Applied': {
    description: 'The preferences of `Prefer` that were applied.',
    schema: { type: 'string' },
    example: 'wait=30',
  },
  'Idempotency-Replayed': {
    description: '`true` on a repeated response.',
    schema: { const: 'true' },
    example: 'true',
  },
  'X-Medley-Task-Id': {
    description: 'The task of a transcription by OpenAI’s speech API; absent where there is none.',
    schema: { type: 'string', format: 'uuid' },
    example: '0b8f6c1e-52a3-4a68-9c1d-7a1f3f0f2b10',
  },
  'Content-Disposition': {
    description: 'The file name.',
    schema: { type: 'string' },
    example: 'attachment; filename="meeting.mp3"',
  },
  'Accept-Ranges': { description: '`bytes`', schema: { const: 'bytes' }, example: 'bytes' },
  'Content-Range': {
    description: 'The range of the returned bytes.',
    schema: { type: 'string' },
    example: 'bytes 0-1023/480236',
  },
} as const satisfies Record<string, HeaderDocs>;
export type ResponseHeader = keyof typeof responseHeaders;
