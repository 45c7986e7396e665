import type { ApiErrorCode, ValidationIssue } from '@medley/contracts';
import { AppError } from '@medley/kit';
import { JSON_TYPE, type RenderedResponse } from './response';

/** HTTP status of each error code; defined only here. */
export const httpStatuses: Readonly<Record<ApiErrorCode, number>> = {
  INVALID_JSON: 400,
  VALIDATION_ERROR: 400,
  INVALID_TASK_ID: 400,
  INVALID_CATEGORY: 400,
  INVALID_INPUT_TYPE: 400,
  MISSING_API_KEY: 401,
  INVALID_AUTH_FORMAT: 401,
  INVALID_API_KEY: 401,
  API_KEY_INACTIVE: 401,
  API_KEY_EXPIRED: 401,
  INSUFFICIENT_BALANCE: 402,
  STORAGE_LIMIT: 403,
  FORBIDDEN: 403,
  ACCOUNT_SUSPENDED: 403,
  OUTPUT_HIDDEN: 403,
  LINK_INVALID: 403,
  NOT_FOUND: 404,
  TASK_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  TASK_NOT_CANCELABLE: 409,
  LAST_OWNER_KEY: 409,
  TASK_NOT_RETRYABLE: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  LINK_EXPIRED: 410,
  MAPPING_EXPIRED: 410,
  TASK_EXPIRED: 410,
  MEDIA_TOO_LARGE: 413,
  RANGE_NOT_SATISFIABLE: 416,
  IDEMPOTENCY_MISMATCH: 422,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  UPSTREAM_ERROR: 502,
  STORAGE_UNAVAILABLE: 507,
};

/** The content of an error response. */
export interface ErrorFacts {
  code: ApiErrorCode;
  message: string;
  errors?: readonly ValidationIssue[];
}

const UPSTREAM_RETRY_SECONDS = 30;

function isApiErrorCode(code: string): code is ApiErrorCode {
  return Object.hasOwn(httpStatuses, code);
}

/** The part of a thrown value that clients may see; anything but an AppError becomes INTERNAL_ERROR without details. */
export function toErrorFacts(thrown: unknown): ErrorFacts {
  if (!(thrown instanceof AppError) || !isApiErrorCode(thrown.code) || isOfBlobStore(thrown)) {
    return { code: 'INTERNAL_ERROR', message: 'Internal error. Try again.' };
  }
  const errors = thrown.details['errors'] as readonly ValidationIssue[] | undefined;
  return { code: thrown.code, message: thrown.message, ...(errors && { errors }) };
}

/** A failure of the blob store is an internal error, except where it is said to be the response. */
function isOfBlobStore({ code, details }: AppError): boolean {
  return code === 'STORAGE_UNAVAILABLE' && details['isResponse'] !== true;
}

export function renderError(thrown: unknown): RenderedResponse {
  const { code, message, errors } = toErrorFacts(thrown);
  const details = thrown instanceof AppError ? thrown.details : {};
  const headers: Record<string, string> = { 'Content-Type': JSON_TYPE };
  const retryAfter =
    details['retryAfterSeconds'] ?? (code === 'UPSTREAM_ERROR' ? UPSTREAM_RETRY_SECONDS : null);
  if (typeof retryAfter === 'number') headers['Retry-After'] = String(retryAfter);
  if (typeof details['allow'] === 'string') headers['Allow'] = details['allow'];
  if (httpStatuses[code] === 401) headers['WWW-Authenticate'] = 'Bearer';
  if (details['close'] === true) headers['Connection'] = 'close';
  const body = JSON.stringify({ success: false, error: { code, message }, ...(errors && { errors }) });
  return { status: httpStatuses[code], headers, body };
}
