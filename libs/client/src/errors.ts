import type { Task } from './types/task';

/** Error codes of the service. */
export type ApiErrorCode =
  | 'INVALID_JSON'
  | 'VALIDATION_ERROR'
  | 'INVALID_TASK_ID'
  | 'INVALID_CATEGORY'
  | 'INVALID_INPUT_TYPE'
  | 'MISSING_API_KEY'
  | 'INVALID_AUTH_FORMAT'
  | 'INVALID_API_KEY'
  | 'API_KEY_INACTIVE'
  | 'API_KEY_EXPIRED'
  | 'INSUFFICIENT_BALANCE'
  | 'STORAGE_LIMIT'
  | 'STORAGE_UNAVAILABLE'
  | 'MEDIA_TOO_LARGE'
  | 'OUTPUT_HIDDEN'
  | 'FORBIDDEN'
  | 'ACCOUNT_SUSPENDED'
  | 'NOT_FOUND'
  | 'TASK_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'TASK_NOT_CANCELABLE'
  | 'LAST_OWNER_KEY'
  | 'TASK_NOT_RETRYABLE'
  | 'IDEMPOTENCY_MISMATCH'
  | 'IDEMPOTENCY_IN_PROGRESS'
  | 'RATE_LIMIT_EXCEEDED'
  | 'INTERNAL_ERROR'
  | 'UPSTREAM_ERROR'
  | 'LINK_INVALID'
  | 'LINK_EXPIRED'
  | 'RANGE_NOT_SATISFIABLE'
  | 'MAPPING_EXPIRED'
  | 'TASK_EXPIRED';

/** A validation error of one field of a request. */
export interface FieldError {
  /** A path, e.g. `steps[1].depends_on[0]`. */
  field: string;
  message: string;
}

/** @deprecated Renamed to {@link FieldError}; will be removed in the next version. */
export type FieldFault = FieldError;

export interface ErrorDetails {
  code: string;
  status?: number;
  errors?: readonly FieldError[];
  requestId?: string | null;
  /** Seconds. */
  retryAfter?: number | null;
  cause?: unknown;
}

/** Base class of all errors of this client. An aborted signal throws its own reason instead. */
export class MedleyError extends Error {
  override name = 'MedleyError';
  /** Code of the service (`VALIDATION_ERROR`, …) or of this client (`CONNECTION_FAILED`, `TIMEOUT`, …). */
  readonly code: string;
  /** HTTP status; null without a response. */
  readonly status: number | null;
  /** All validation errors of the request. */
  readonly errors: readonly FieldError[];
  /** `X-Request-Id` of the response; include it in support requests. */
  readonly requestId: string | null;
  /** `Retry-After` of the response, in seconds. */
  readonly retryAfter: number | null;

  constructor(message: string, facts: ErrorDetails) {
    super(message, facts.cause === undefined ? {} : { cause: facts.cause });
    this.code = facts.code;
    this.status = facts.status ?? null;
    this.errors = facts.errors ?? [];
    this.requestId = facts.requestId ?? null;
    this.retryAfter = facts.retryAfter ?? null;
  }
}

/** The service rejected the request, or a proxy responded in its place (code `UNEXPECTED_ANSWER`). */
export class MedleyApiError extends MedleyError {
  override name = 'MedleyApiError';
  declare readonly code: ApiErrorCode | 'UNEXPECTED_ANSWER';
}

/** No response: the service could not be reached, or the connection broke. */
export class MedleyConnectionError extends MedleyError {
  override name = 'MedleyConnectionError';

  constructor(message: string, cause?: unknown) {
    super(message, { code: 'CONNECTION_FAILED', cause });
  }
}

/** No response, or no end of the task, within the timeout. */
export class MedleyTimeoutError extends MedleyError {
  override name = 'MedleyTimeoutError';

  constructor(message: string) {
    super(message, { code: 'TIMEOUT' });
  }
}

/** The awaited task has failed; `code` is the error code of the task. */
export class TaskFailedError extends MedleyError {
  override name = 'TaskFailedError';

  declare readonly task: Task;
  readonly taskId: string;
  /** Id of the step that failed; null when it was none. */
  readonly step: string | null;

  constructor(task: Task) {
    super(task.error ?? 'The task has failed.', { code: task.error_details?.code ?? 'TASK_FAILED' });
    this.taskId = task.id;
    this.step = task.error_details?.step ?? null;
    // Not enumerable: an uncaught error would print the whole input.
    Object.defineProperty(this, 'task', { value: task, enumerable: false });
    // Facts of a response, of which there was none. Node.js prints `errors` in any case.
    for (const name of ['status', 'requestId', 'retryAfter']) {
      Object.defineProperty(this, name, { enumerable: false });
    }
  }
}

/** A webhook whose signature does not match its body, or whose timestamp is more than five minutes off. */
export class WebhookVerificationError extends MedleyError {
  override name = 'WebhookVerificationError';

  constructor(message: string) {
    super(message, { code: 'WEBHOOK_INVALID' });
  }
}
