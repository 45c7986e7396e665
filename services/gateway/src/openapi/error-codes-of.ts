import type { ApiErrorCode } from '@medley/contracts';
import { beginsWork } from '../callers/require-active-account';
import { roleFor } from '../callers/route-roles';
import type { OperatorRoute } from '../http/operator-route';
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
  if (beginsWork({ method, path })) codes.push('ACCOUNT_SUSPENDED');
  if (docs.body) codes.push('INVALID_JSON', 'VALIDATION_ERROR');
  if (path.includes(':taskId')) codes.push('INVALID_TASK_ID', 'TASK_NOT_FOUND');
  if (path.includes(':pipelineId')) codes.push('NOT_FOUND');
  if (docs.headers?.includes('Idempotency-Key'))
    codes.push('IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS');
  if (listsUpstreamError) codes.push('UPSTREAM_ERROR');
  return [...new Set(codes)];
}

/** The same for a route of the operator, whose key has no account, no role and no expiry. */
export function errorCodesOfOperator({ path, docs }: Omit<OperatorRoute, 'handle'>): ApiErrorCode[] {
  const codes: ApiErrorCode[] = [
    ...(['MISSING_API_KEY', 'INVALID_AUTH_FORMAT', 'INVALID_API_KEY', 'RATE_LIMIT_EXCEEDED'] as const),
    ...(['INTERNAL_ERROR', ...(docs.errors ?? [])] as const),
  ];
  if (docs.body) codes.push('INVALID_JSON', 'VALIDATION_ERROR');
  if (docs.query) codes.push('VALIDATION_ERROR');
  if (path.includes(':')) codes.push('NOT_FOUND');
  if (docs.headers?.includes('Idempotency-Key'))
    codes.push('IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS');
  return [...new Set(codes)];
}
