import { AppError } from '@medley/kit';
import type { Caller } from './caller';
import { roleFor } from './route-roles';

interface RouteName {
  method: string;
  path: string;
}

/** Whether a route begins work of an account. What ends work, or deletes what is stored of it, does not. */
export function beginsWork(route: RouteName): boolean {
  const isEnd = route.method === 'delete' || route.path.endsWith('/cancel');
  return roleFor(route) === 'tasks' && !isEnd;
}

/** A suspended account may read, and end what it has begun. @throws AppError ACCOUNT_SUSPENDED */
export function requireActiveAccount(route: RouteName, { account }: Pick<Caller, 'account'>): void {
  if (account.suspended_at === null || !beginsWork(route)) return;
  throw new AppError('ACCOUNT_SUSPENDED', 'The operator of this service has suspended the account.');
}
