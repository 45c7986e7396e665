/** Values of `error.code` in responses. The gateway maps each to an HTTP status. */
export const apiErrorCodes = [
  'INVALID_JSON',
  'VALIDATION_ERROR',
  'INVALID_TASK_ID',
  'INVALID_CATEGORY',
  'INVALID_INPUT_TYPE',
  'MISSING_API_KEY',
  'INVALID_AUTH_FORMAT',
  'INVALID_API_KEY',
  'API_KEY_INACTIVE',
  'API_KEY_EXPIRED',
  'INSUFFICIENT_BALANCE',
  'STORAGE_LIMIT',
  'STORAGE_UNAVAILABLE',
  'MEDIA_TOO_LARGE',
  'FORBIDDEN',
  'ACCOUNT_SUSPENDED',
  'OUTPUT_HIDDEN',
  'NOT_FOUND',
  'TASK_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'TASK_NOT_CANCELABLE',
  'LAST_OWNER_KEY',
  'TASK_NOT_RETRYABLE',
  'IDEMPOTENCY_MISMATCH',
  'IDEMPOTENCY_IN_PROGRESS',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
  'UPSTREAM_ERROR',
  'LINK_INVALID',
  'LINK_EXPIRED',
  'RANGE_NOT_SATISFIABLE',
  'MAPPING_EXPIRED',
  'TASK_EXPIRED',
] as const;
export type ApiErrorCode = (typeof apiErrorCodes)[number];

interface StepErrorDefinition {
  /** Whether another attempt may help. */
  retryable: boolean;
  meaning: string;
}

/** Codes of failed steps and tasks; the task's `error` text begins with the code. */
export const stepErrors = {
  SOURCE_UNREACHABLE: { retryable: true, meaning: 'the connection to the source failed' },
  SOURCE_TIMEOUT: { retryable: true, meaning: 'the source did not respond in time or sent too slowly' },
  SOURCE_UNAVAILABLE: { retryable: true, meaning: 'the source responded with 5xx or 429' },
  SOURCE_TRUNCATED: { retryable: true, meaning: 'the source ended before the length it announced' },
  SOURCE_REFUSED: { retryable: false, meaning: 'the source responded with a status other than success' },
  ADDRESS_FORBIDDEN: { retryable: false, meaning: 'the link leads to an address that is not public' },
  TOO_MANY_REDIRECTS: { retryable: false, meaning: 'the link redirects more than five times' },
  MEDIA_TOO_LARGE: { retryable: false, meaning: 'the media is larger than allowed' },
  MEDIA_TOO_LONG: { retryable: false, meaning: 'the media lasts longer than allowed' },
  MEDIA_UNSUPPORTED: { retryable: false, meaning: 'the content is not media in a supported format' },
  MEDIA_DAMAGED: { retryable: false, meaning: 'the media cannot be decoded' },
  OPTIONS_INVALID: { retryable: false, meaning: 'the options do not match this input' },
  TOOL_CRASHED: { retryable: true, meaning: 'the media tool ended abnormally' },
  STORAGE_FULL: { retryable: true, meaning: 'there is no space for the files of this step' },
  STORAGE_LIMIT: { retryable: false, meaning: 'the account has no storage left for the files of this step' },
  STORAGE_UNAVAILABLE: { retryable: true, meaning: 'the blob store does not answer' },
  UPSTREAM_RATE_LIMITED: { retryable: true, meaning: 'the engine responded with 429' },
  UPSTREAM_TIMEOUT: { retryable: true, meaning: 'the engine did not respond in time' },
  UPSTREAM_UNAVAILABLE: { retryable: true, meaning: 'the engine is unreachable or responded with 5xx' },
  UPSTREAM_INVALID_ANSWER: { retryable: true, meaning: 'the engine’s response could not be parsed' },
  UPSTREAM_REFUSED: { retryable: false, meaning: 'the engine refused the request' },
  SCHEMA_MISMATCH: { retryable: false, meaning: 'the model’s completion does not match the response schema' },
  ENGINE_NOT_CONFIGURED: { retryable: false, meaning: 'no engine is configured for this step' },
  INSUFFICIENT_BALANCE: {
    retryable: false,
    meaning: 'the balance does not cover the cost of the task after its length became known',
  },
  COST_LIMIT: {
    retryable: false,
    meaning: 'by the length of its input the task would cost more than its `max_cost`',
  },
  MEDIA_LENGTH_MISMATCH: {
    retryable: false,
    meaning: 'the media lasts longer than its reservation covers, or not as long as what was transcribed',
  },
  TEXT_TOO_LONG: { retryable: false, meaning: 'the text is too long for this step' },
  MAPPING_EXPIRED: { retryable: false, meaning: 'the mapping of the depersonalization was deleted' },
  STEP_TIMEOUT: { retryable: true, meaning: 'the step exceeded its time limit' },
  WORKER_LOST: { retryable: true, meaning: 'the worker sent no heartbeat' },
  INPUT_EXPIRED: { retryable: false, meaning: 'the input of the step was deleted' },
  MESSAGE_REJECTED: { retryable: false, meaning: 'the message of the step could not be handled' },
  DEADLINE_EXCEEDED: { retryable: false, meaning: 'the task did not end before its deadline' },
  CANCELED: { retryable: false, meaning: 'the task was canceled' },
  STEP_CRASHED: { retryable: true, meaning: 'the step failed with an internal error' },
} as const satisfies Record<string, StepErrorDefinition>;
export type StepErrorCode = keyof typeof stepErrors;

export type ErrorCode = ApiErrorCode | StepErrorCode;

/** The row of a code, or that of `STEP_CRASHED` for an unknown code (a newer or foreign worker). */
export function findStepError(code: string): StepErrorDefinition {
  return Object.hasOwn(stepErrors, code) ? stepErrors[code as StepErrorCode] : stepErrors.STEP_CRASHED;
}
