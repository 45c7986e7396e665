import { toCredits } from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { Stores } from '@medley/store';
import { ok } from '../../http/response';
import type { Route } from '../../http/route';
import { balanceDocs } from './account-docs';

export function accountRoutes(stores: Stores): Route[] {
  return [
    {
      method: 'get',
      path: '/balance',
      docs: balanceDocs,
      async handle({ caller }) {
        const account = await stores.accounts.find(caller.accountId);
        if (!account) throw new AppError('NOT_FOUND', 'There is no such account.');
        return ok({
          balance: toCredits(account.balance),
          reserved: toCredits(account.reserved),
          charged: toCredits(account.charged),
          tariff: account.tariff,
        });
      },
    },
  ];
}
