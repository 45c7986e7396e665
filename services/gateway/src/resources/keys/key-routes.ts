import type { ApiKey } from '@medley/contracts';
import { AppError, type Keyring } from '@medley/kit';
import { sealedReplay, type Stores } from '@medley/store';
import type { Caller } from '../../callers/caller';
import { bodyLimits } from '../../http/http-limits';
import { isStrict, withPreferences } from '../../http/preferences';
import { created, ok, type ApiResponse } from '../../http/response';
import { API_PREFIX, type Call, type Route } from '../../http/route';
import { pageQuery, readQuery } from '../../http/read-query';
import { idempotent } from '../../idempotency/idempotent';
import type { ReplayPolicy } from '../../idempotency/replay-policy';
import { changeKey, createKey, removeKey, type KeyDependencies } from './edit-keys';
import { keyDocs } from './key-docs';
import { showKey, type PublicKey } from './key-view';

type KeyRouteDependencies = KeyDependencies & { stores: Pick<Stores, 'keyring'> };

export function keyRoutes(deps: KeyRouteDependencies): Route[] {
  const { stores } = deps;
  const show = async (key: ApiKey): Promise<PublicKey> =>
    showKey(key, (await stores.budgets.list(key.account_id)).get(key.id));
  return [
    creationOf(deps, show),
    {
      method: 'get',
      path: '/keys',
      docs: keyDocs.list,
      async handle({ caller, query }) {
        const { limit, offset } = readQuery(pageQuery, query);
        const all = await stores.keys.list(caller.accountId);
        const pagination = { total: all.length, limit, offset };
        const budgets = await stores.budgets.list(caller.accountId);
        const items = all.slice(offset, offset + limit).map((key) => showKey(key, budgets.get(key.id)));
        return ok({ items, pagination });
      },
    },
    {
      method: 'get',
      path: '/keys/current',
      docs: keyDocs.current,
      handle: async ({ caller }) => ok(await show(await findOwnKey(deps, caller))),
    },
    {
      method: 'patch',
      path: '/keys/:keyId',
      docs: keyDocs.change,
      body: bodyLimits,
      handle: async (call) => ok(await show(await changeKey(deps, call))),
    },
    {
      method: 'delete',
      path: '/keys/:keyId',
      docs: keyDocs.delete,
      handle: async (call) => ok(await show(await removeKey(deps, call))),
    },
  ];
}

function creationOf(deps: KeyRouteDependencies, show: (key: ApiKey) => Promise<PublicKey>): Route {
  const create = async (call: Call): Promise<ApiResponse> => {
    const { key, secret, warnings } = await createKey(deps, call);
    const shown = { ...(await show(key)), secret };
    const response = created(`${API_PREFIX}/keys/${key.id}`, shown, warnings);
    return withPreferences(response, isStrict(call.header('Prefer')) ? ['handling=strict'] : []);
  };
  return {
    method: 'post',
    path: '/keys',
    docs: keyDocs.create,
    body: bodyLimits,
    handle: idempotent(deps.stores.idempotency, create, { replayPolicy: sealedReplays(deps.stores.keyring) }),
  };
}

/** The key of the request; it may have been deleted while the authentication still knew it. */
async function findOwnKey({ stores }: KeyDependencies, { accountId, keyId }: Caller): Promise<ApiKey> {
  const keys = await stores.keys.list(accountId);
  const key = keys.find(({ id }) => id === keyId);
  if (!key) throw new AppError('INVALID_API_KEY', 'The API key is not known.');
  return key;
}

/** No secret of a key is stored in plain text. */
function sealedReplays(keyring: Keyring): ReplayPolicy {
  const { purpose, context } = sealedReplay;
  return {
    redact: (response) => ({ ...response, body: keyring.seal(purpose, response.body, context) }),
    restore: (stored) => Promise.resolve({ ...stored, body: keyring.unseal(purpose, stored.body, context) }),
  };
}
