import type { Task } from './types/task';

/** What the service answers a refused request with. */
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
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'TASK_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'TASK_NOT_CANCELABLE'
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

/** What is wrong with one field of a request. */
export interface FieldFault {
  /** A path, e.g. `steps[1].depends_on[0]`. */
  field: string;
  message: string;
}

export interface ErrorFacts {
  code: string;
  status?: number;
  errors?: readonly FieldFault[];
  requestId?: string | null;
  /** Seconds. */
  retryAfter?: number | null;
  cause?: unknown;
}

/** Everything that this client throws by itself. An aborted signal throws its own reason instead. */
export class MedleyError extends Error {
  override name = 'MedleyError';
  /** Of the service (`VALIDATION_ERROR`, …) or of this client (`CONNECTION_FAILED`, `TIMEOUT`, …). */
  readonly code: string;
  /** HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** Every fault of a request that was not valid. */
  readonly errors: readonly FieldFault[];
  /** `X-Request-Id` of the answer: name it when you ask the operator. */
  readonly requestId: string | null;
  /** Seconds the service asks to wait. */
  readonly retryAfter: number | null;

  constructor(message: string, facts: ErrorFacts) {
    super(message, { cause: facts.cause });
    this.code = facts.code;
    this.status = facts.status ?? null;
    this.errors = facts.errors ?? [];
    this.requestId = facts.requestId ?? null;
    this.retryAfter = facts.retryAfter ?? null;
  }
}

/** The service refused the request, or something on the way answered for it (code `UNEXPECTED_ANSWER`). */
export class MedleyApiError extends MedleyError {
  override name = 'MedleyApiError';
  declare readonly code: ApiErrorCode | 'UNEXPECTED_ANSWER';
}

/** No answer: the service could not be reached, or the connection broke. */
export class MedleyConnectionError extends MedleyError {
  override name = 'MedleyConnectionError';

  constructor(message: string, cause?: unknown) {
    super(message, { code: 'CONNECTION_FAILED', cause });
  }
}

/** No answer, or no end of a task, within the time given. */
export class MedleyTimeoutError extends MedleyError {
  override name = 'MedleyTimeoutError';

  constructor(message: string) {
    super(message, { code: 'TIMEOUT' });
  }
}

/** The task that was waited for has failed; `code` says why. */
export class TaskFailedError extends MedleyError {
  override name = 'TaskFailedError';

  constructor(readonly task: Task) {
    super(task.error ?? 'The task has failed.', { code: task.error_details?.code ?? 'TASK_FAILED' });
  }
}

/** A webhook that is not from the service, was changed on the way, or is too old. */
export class WebhookVerificationError extends MedleyError {
  override name = 'WebhookVerificationError';

  constructor(message: string) {
    super(message, { code: 'WEBHOOK_INVALID' });
  }
}
