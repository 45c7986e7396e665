import { findStepError, type ApiErrorCode, type StepErrorCode, type Task } from '@medley/contracts';
import { AppError } from '@medley/kit';
import { httpStatuses, renderError, toErrorFacts } from '../../http/error-response';
import type { RenderedResponse } from '../../http/response';
import { validationError } from '../../validation/validation-error';

/** The header that names the task of a transcription. */
export const TASK_HEADER = 'X-Medley-Task-Id';

/** An error as OpenAI describes it. */
export interface SpeechError {
  message: string;
  type: string;
  param: string | null;
  code: string | null;
}

/** The response for an error on OpenAI's paths; statuses and headers are those of other paths. */
export function renderSpeechError(thrown: unknown): RenderedResponse {
  const { status, headers } = renderError(thrown);
  const { taskId, isFinal } = detailsOf(thrown);
  return {
    status,
    headers: {
      ...headers,
      ...(typeof taskId === 'string' && { [TASK_HEADER]: taskId }),
      // The official clients repeat requests that failed with 5xx unless this forbids it.
      ...(isFinal === true && { 'x-should-retry': 'false' }),
    },
    body: JSON.stringify({ error: describeError(thrown) }),
  };
}

export function describeError(thrown: unknown): SpeechError {
  const { code, message, errors = [] } = toErrorFacts(thrown);
  const { param, kind } = detailsOf(thrown);
  const field = errors[0]?.field ?? param;
  return {
    message,
    ...kindOf(code),
    param: typeof field === 'string' ? field : null,
    ...(typeof kind === 'string' && { code: kind }),
  };
}

/** `type` and `code` by which users of OpenAI's clients distinguish errors, beside the status. */
function kindOf(code: ApiErrorCode): { type: string; code: string | null } {
  const status = httpStatuses[code];
  if (status === 401) return { type: 'invalid_request_error', code: 'invalid_api_key' };
  if (status === 402) return { type: 'insufficient_quota', code: 'insufficient_quota' };
  if (status === 429) return { type: 'requests', code: 'rate_limit_exceeded' };
  if (status >= 500)
    return { type: 'server_error', code: code === 'INTERNAL_ERROR' ? null : code.toLowerCase() };
  if (code === 'VALIDATION_ERROR') return { type: 'invalid_request_error', code: null };
  return { type: 'invalid_request_error', code: code.toLowerCase() };
}

function detailsOf(thrown: unknown): Record<string, unknown> {
  return thrown instanceof AppError ? thrown.details : {};
}

/** The same error with the task in which it happened. */
export function withTaskId(error: unknown, taskId: string): unknown {
  if (error instanceof Error && !(error instanceof AppError)) {
    if (error.name === 'ClientDisconnected') return error;
    return new AppError('INTERNAL_ERROR', 'Internal error. Try again.', {
      cause: error,
      details: { taskId },
    });
  }
  if (!(error instanceof AppError)) return error;
  return new AppError(error.code, error.message, { cause: error, details: { ...error.details, taskId } });
}

/** The code of the response when the task of a transcription failed with a code. */
const responseCodes: Readonly<Record<StepErrorCode, ApiErrorCode>> = {
  SOURCE_UNREACHABLE: 'INTERNAL_ERROR',
  SOURCE_TIMEOUT: 'INTERNAL_ERROR',
  SOURCE_UNAVAILABLE: 'INTERNAL_ERROR',
  SOURCE_TRUNCATED: 'INTERNAL_ERROR',
  SOURCE_REFUSED: 'INTERNAL_ERROR',
  ADDRESS_FORBIDDEN: 'INTERNAL_ERROR',
  TOO_MANY_REDIRECTS: 'INTERNAL_ERROR',
  MEDIA_TOO_LARGE: 'MEDIA_TOO_LARGE',
  MEDIA_TOO_LONG: 'VALIDATION_ERROR',
  MEDIA_UNSUPPORTED: 'VALIDATION_ERROR',
  MEDIA_DAMAGED: 'VALIDATION_ERROR',
  OPTIONS_INVALID: 'VALIDATION_ERROR',
  TOOL_CRASHED: 'INTERNAL_ERROR',
  STORAGE_FULL: 'INTERNAL_ERROR',
  STORAGE_LIMIT: 'STORAGE_LIMIT',
  STORAGE_UNAVAILABLE: 'INTERNAL_ERROR',
  UPSTREAM_RATE_LIMITED: 'UPSTREAM_ERROR',
  UPSTREAM_TIMEOUT: 'UPSTREAM_ERROR',
  UPSTREAM_UNAVAILABLE: 'UPSTREAM_ERROR',
  UPSTREAM_INVALID_ANSWER: 'UPSTREAM_ERROR',
  UPSTREAM_REFUSED: 'UPSTREAM_ERROR',
  SCHEMA_MISMATCH: 'INTERNAL_ERROR',
  ENGINE_NOT_CONFIGURED: 'UPSTREAM_ERROR',
  INSUFFICIENT_BALANCE: 'INSUFFICIENT_BALANCE',
  COST_LIMIT: 'INTERNAL_ERROR',
  MEDIA_LENGTH_MISMATCH: 'VALIDATION_ERROR',
  TEXT_TOO_LONG: 'INTERNAL_ERROR',
  MAPPING_EXPIRED: 'INTERNAL_ERROR',
  STEP_TIMEOUT: 'INTERNAL_ERROR',
  WORKER_LOST: 'INTERNAL_ERROR',
  INPUT_EXPIRED: 'TASK_EXPIRED',
  MESSAGE_REJECTED: 'INTERNAL_ERROR',
  DEADLINE_EXCEEDED: 'INTERNAL_ERROR',
  CANCELED: 'TASK_EXPIRED',
  STEP_CRASHED: 'INTERNAL_ERROR',
};

/** The error of a failed task. */
export function failureOf({ error }: Pick<Task, 'error'>): AppError {
  const { code, message, step } = error ?? { code: 'STEP_CRASHED', message: 'the task failed', step: null };
  const responseCode = responseCodes[code as StepErrorCode] ?? 'INTERNAL_ERROR';
  const details = { isFinal: !findStepError(code).retryable };
  if (responseCode === 'VALIDATION_ERROR') {
    // A step begins what it says about an option with its name.
    const [, option = 'file', said = message] = /^([a-z_]+): (.+)$/s.exec(message) ?? [];
    return validationError([{ field: option, message: said }], details);
  }
  const where = step === null ? '' : ` in the step ${step}`;
  return new AppError(responseCode, `The transcription failed${where}: ${code}: ${message}.`, { details });
}
