import { AppError } from '@medley/kit';
import { keyLimits } from '@medley/store';
import { bodyLimits } from '../../http/http-limits';
import type { OperatorCall, OperatorRoute } from '../../http/operator-route';
import { created, ok } from '../../http/response';
import { API_PREFIX } from '../../http/route';
import { checkBody } from '../../validation/check-body';
import { parseUuid } from '../../validation/fields';
import { throwIfInvalid } from '../../validation/validation-error';
import { showKey } from '../keys/key-view';
import type { OperatorAccountDependencies } from './account-routes';
import { findAccount } from './find-account';
import { keyDocs } from './operator-account-docs';
import { operatorKeyBody } from './operator-requests';

const PATH = '/operator/accounts/:accountId/keys';

/** The keys of an account. An account has few, so that the list needs no pages. */
export function accountKeyRoutes(deps: OperatorAccountDependencies): OperatorRoute[] {
  const { stores } = deps;
  return [
    {
      method: 'get',
      path: PATH,
      docs: keyDocs.list,
      async handle(call) {
        const { id } = await findAccount(stores, call);
        const [keys, budgets] = await Promise.all([stores.keys.list(id), stores.budgets.list(id)]);
        return ok({ items: keys.map((key) => showKey(key, budgets.get(key.id))) });
      },
    },
    {
      method: 'post',
      path: PATH,
      docs: keyDocs.create,
      body: bodyLimits,
      handle: (call) => createKey(deps, call),
    },
    {
      method: 'post',
      path: `${PATH}/:keyId/deactivate`,
      docs: keyDocs.deactivate,
      handle: (call) => deactivateKey(deps, call),
    },
  ];
}

async function createKey(
  { stores }: OperatorAccountDependencies,
  call: OperatorCall,
): ReturnType<OperatorRoute['handle']> {
  const { id } = await findAccount(stores, call);
  const { value, issues } = checkBody(operatorKeyBody, call.body);
  throwIfInvalid(issues);
  if ((await stores.keys.list(id)).length >= keyLimits.keysMax) {
    throw new AppError('FORBIDDEN', `An account has at most ${keyLimits.keysMax} keys. Delete one.`);
  }
  const { name = null, role } = value;
  const { key, secret } = await stores.keys.create(id, null, { name, role });
  call.log('key created', { account_id: id, key_id: key.id });
  return created(`${API_PREFIX}/operator/accounts/${id}/keys`, { ...showKey(key, undefined), secret });
}

/** Also the last key of its owner: the operator can make another. */
async function deactivateKey(
  { stores, announceKeys }: OperatorAccountDependencies,
  call: OperatorCall,
): ReturnType<OperatorRoute['handle']> {
  const { id } = await findAccount(stores, call);
  const keyId = parseUuid(call.params['keyId'] ?? '');
  const key = (await stores.keys.list(id)).find((one) => one.id === keyId);
  if (!key) throw new AppError('NOT_FOUND', 'There is no such key.');
  await stores.keys.deactivate(key.id);
  announceKeys(id);
  call.log('key deactivated', { account_id: id, key_id: key.id });
  return ok(showKey({ ...key, active: false }, undefined));
}
