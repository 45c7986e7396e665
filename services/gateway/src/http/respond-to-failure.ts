import type { ErrorRequestHandler } from 'express';
import { AppError, messageOf, type Logger } from '@medley/kit';
import { recordOf, type RequestRecord } from '../callers/request-record';
import { ClientDisconnected } from './client-disconnected';
import type { RequestMetrics } from './request-metrics';
import { API_PREFIX } from './route';
import { sendResponse, type RenderedResponse } from './response';

interface FailureDependencies {
  logger: Logger;
  metrics: Pick<RequestMetrics, 'failed'>;
  /** Gives the error response for a path. */
  renderFailure(path: string, error: unknown): RenderedResponse;
}

/** The error handler of the application: answers with the envelope, and logs what no client caused. */
export function respondToFailure({
  logger,
  metrics,
  renderFailure,
}: FailureDependencies): ErrorRequestHandler {
  // eslint-disable-next-line max-params, @typescript-eslint/no-unused-vars -- Express recognizes error handlers by their four parameters
  return (thrown: unknown, request, response, _next) => {
    if (thrown instanceof ClientDisconnected) return;
    const error = isMalformedPath(thrown) ? malformedPath(request.path) : thrown;
    const rendered = renderFailure(request.path, error);
    metrics.failed(error);
    const record = recordOf(response);
    record.errorCode = error instanceof AppError ? error.code : 'INTERNAL_ERROR';
    if (rendered.status >= 500) logFailure(logger, error, { record, method: request.method });
    sendResponse(response, rendered);
  };
}

/** A refusal by design, such as a back end that is not available, is a warning; a stack is logged of mistakes only. */
function logFailure(
  logger: Logger,
  error: unknown,
  { record, method }: { record: RequestRecord; method: string },
): void {
  const facts = { request_id: record.id, account_id: record.caller?.accountId, method };
  const expected = expectedErrorOf(error);
  if (expected) {
    const reason = expected.cause === undefined ? undefined : messageOf(expected.cause);
    logger.warn('a request was refused', { ...facts, code: expected.code, error: expected.message, reason });
  } else {
    const stack = error instanceof Error ? error.stack : undefined;
    logger.error('a request failed', { ...facts, error: messageOf(error), stack });
  }
}

/** An INTERNAL_ERROR may stand for another error that the route does not list. */
function expectedErrorOf(error: unknown): AppError | null {
  if (!(error instanceof AppError)) return null;
  return error.code === 'INTERNAL_ERROR' ? expectedErrorOf(error.cause) : error;
}

/** The router throws URIError for an invalid escape such as `%zz`. */
function isMalformedPath(thrown: unknown): boolean {
  return thrown instanceof URIError;
}

function malformedPath(path: string): AppError {
  return path.startsWith(`${API_PREFIX}/tasks/`)
    ? new AppError('INVALID_TASK_ID', 'The task id is not a valid UUID.')
    : new AppError('NOT_FOUND', 'There is no such resource.');
}
