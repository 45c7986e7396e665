import { toUnits, type Tariff } from '@medley/contracts';
import type { Stores } from '@medley/store';
import type { AnnounceKeys } from '../../callers/key-changes';
import { bodyLimits } from '../../http/http-limits';
import type { OperatorCall, OperatorRoute } from '../../http/operator-route';
import { readQuery } from '../../http/read-query';
import { created, ok } from '../../http/response';
import { API_PREFIX } from '../../http/route';
import { checkBody } from '../../validation/check-body';
import { throwIfInvalid, validationError } from '../../validation/validation-error';
import { showKey } from '../keys/key-view';
import { addCredit, type CreditDependencies } from './add-credit';
import { findAccount, known } from './find-account';
import { accountDocs } from './operator-account-docs';
import { accountChangeBody, accountsQuery, newAccountBody } from './operator-requests';
import { pageOf } from './page-of';
import { showAccount } from './operator-views';

export interface OperatorAccountDependencies extends CreditDependencies {
  stores: Pick<Stores, 'accounts' | 'keys' | 'budgets' | 'idempotency'>;
  tariffs: ReadonlyMap<string, Tariff>;
  announceKeys: AnnounceKeys;
}

export function accountRoutes(deps: OperatorAccountDependencies): OperatorRoute[] {
  const { stores } = deps;
  return [
    {
      method: 'get',
      path: '/operator/accounts',
      docs: accountDocs.list,
      async handle({ query }) {
        const { search: text = null, limit, cursor: after = null } = readQuery(accountsQuery, query);
        const found = await stores.accounts.search({ text, after, limit: limit + 1 });
        return ok(pageOf(found, { limit, show: showAccount, at: (account) => account.created_at }));
      },
    },
    {
      method: 'post',
      path: '/operator/accounts',
      docs: accountDocs.create,
      body: bodyLimits,
      handle: (call) => createAccount(deps, call),
    },
    {
      method: 'get',
      path: '/operator/accounts/:accountId',
      docs: accountDocs.get,
      handle: async (call) => ok(showAccount(await findAccount(stores, call))),
    },
    {
      method: 'patch',
      path: '/operator/accounts/:accountId',
      docs: accountDocs.change,
      body: bodyLimits,
      handle: (call) => changeAccount(deps, call),
    },
    {
      method: 'post',
      path: '/operator/accounts/:accountId/credit',
      docs: accountDocs.credit,
      body: bodyLimits,
      handle: addCredit(deps),
    },
  ];
}

async function createAccount(
  { stores, tariffs }: OperatorAccountDependencies,
  call: OperatorCall,
): ReturnType<OperatorRoute['handle']> {
  const { value, issues } = checkBody(newAccountBody, call.body);
  throwIfInvalid(issues);
  requireTariff(tariffs, value.tariff);
  const { name, tariff, credits } = value;
  const account = await stores.accounts.create({ name, tariff, balance: toUnits(credits) });
  const { key, secret } = await stores.keys.create(account.id, null);
  call.log('account created', { account_id: account.id, key_id: key.id });
  const [webhook_secret = ''] = account.webhook_secrets;
  const shown = { ...showAccount(account), key: { ...showKey(key, undefined), secret }, webhook_secret };
  return created(`${API_PREFIX}/operator/accounts/${account.id}`, shown);
}

async function changeAccount(
  { stores, tariffs, announceKeys }: OperatorAccountDependencies,
  call: OperatorCall,
): ReturnType<OperatorRoute['handle']> {
  const { id } = await findAccount(stores, call);
  const { value, issues } = checkBody(accountChangeBody, call.body);
  throwIfInvalid(issues);
  const { tariff, suspended } = value;
  if (tariff !== undefined) requireTariff(tariffs, tariff);
  const account = known(await stores.accounts.change(id, value));
  // Gateways keep the account with its keys.
  announceKeys(id);
  if (tariff !== undefined) call.log('tariff changed', { account_id: id });
  if (suspended !== undefined)
    call.log(suspended ? 'account suspended' : 'suspension ended', { account_id: id });
  return ok(showAccount(account));
}

/** @throws AppError VALIDATION_ERROR */
function requireTariff(tariffs: ReadonlyMap<string, Tariff>, name: string): void {
  if (tariffs.has(name)) return;
  throw validationError([{ field: 'tariff', message: `must be one of: ${[...tariffs.keys()].join(', ')}` }]);
}
