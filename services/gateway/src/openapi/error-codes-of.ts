import type { ApiErrorCode } from '@medley/contracts';
import { roleFor } from '../callers/route-roles';
import type { Route } from '../http/route';

const always: readonly ApiErrorCode[] = [
  'MISSING_API_KEY',
  'INVALID_AUTH_FORMAT',
  'INVALID_API_KEY',
  'API_KEY_INACTIVE',
  'API_KEY_EXPIRED',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
];

/** All error codes of a route: those that follow from its definition, and those its documentation adds. */
export function errorCodesOf({
  method,
  path,
  docs,
  listsUpstreamError = false,
}: Omit<Route, 'handle'>): ApiErrorCode[] {
  const codes: ApiErrorCode[] = [...always, ...(docs.errors ?? [])];
  if (roleFor({ method, path }) !== 'read') codes.push('FORBIDDEN');
  if (docs.body) codes.push('INVALID_JSON', 'VALIDATION_ERROR');
  if (path.includes(':taskId')) codes.push('INVALID_TASK_ID', 'TASK_NOT_FOUND');
  if (path.includes(':pipelineId')) codes.push('NOT_FOUND');
  if (docs.headers?.includes('Idempotency-Key'))
    codes.push('IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS');
  if (listsUpstreamError) codes.push('UPSTREAM_ERROR');
  return [...new Set(codes)];
}
