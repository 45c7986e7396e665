import type { Account } from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { Stores } from '@medley/store';
import type { OperatorCall } from '../../http/operator-route';
import { parseUuid } from '../../validation/fields';

/** The account of the path. @throws AppError NOT_FOUND */
export async function findAccount(
  { accounts }: Pick<Stores, 'accounts'>,
  call: OperatorCall,
): Promise<Account> {
  const id = parseUuid(call.params['accountId'] ?? '');
  return known(id === null ? null : await accounts.find(id));
}

/** @throws AppError NOT_FOUND */
export function known(account: Account | null): Account {
  if (!account) throw new AppError('NOT_FOUND', 'There is no such account.');
  return account;
}
