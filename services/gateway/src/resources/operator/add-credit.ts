import { toUnits } from '@medley/contracts';
import type { Stores } from '@medley/store';
import type { OperatorRoute } from '../../http/operator-route';
import { ok } from '../../http/response';
import { idempotent } from '../../idempotency/idempotent';
import { checkBody } from '../../validation/check-body';
import { throwIfInvalid } from '../../validation/validation-error';
import { findAccount, known } from './find-account';
import { creditBody } from './operator-requests';
import { showAccount } from './operator-views';

export interface CreditDependencies {
  stores: Pick<Stores, 'accounts' | 'idempotency'>;
}

/** Money is added once for an `Idempotency-Key`, which is one of the account's. */
export function addCredit({ stores }: CreditDependencies): OperatorRoute['handle'] {
  return async (call) => {
    const { id: accountId } = await findAccount(stores, call);
    const { value, issues } = checkBody(creditBody, call.body);
    throwIfInvalid(issues);
    const once = idempotent(stores.idempotency, async () => {
      const account = known(await stores.accounts.credit(accountId, toUnits(value.credits)));
      call.log('credit added', { account_id: accountId });
      return ok(showAccount(account));
    });
    return once({ ...call, caller: { accountId } });
  };
}
