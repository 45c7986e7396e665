import { seal, unseal } from '@medley/kit';
import { bodyLimits } from '../../http/http-limits';
import { isStrict, withPreferences } from '../../http/preferences';
import { created, ok } from '../../http/response';
import { API_PREFIX, type Route } from '../../http/route';
import { pageQuery, readQuery } from '../../http/read-query';
import { idempotent } from '../../idempotency/idempotent';
import type { ReplayPolicy } from '../../idempotency/replay-policy';
import { changeKey, createKey, removeKey, type KeyDependencies } from './edit-keys';
import { keyDocs } from './key-docs';
import { showKey } from './key-view';

/** `replayKey` seals the stored responses, which have secrets. */
export function keyRoutes(deps: KeyDependencies & { replayKey: Buffer }): Route[] {
  const { stores, replayKey } = deps;
  return [
    {
      method: 'post',
      path: '/keys',
      docs: keyDocs.create,
      body: bodyLimits,
      handle: idempotent(
        stores.idempotency,
        async (call) => {
          const { key, secret, warnings } = await createKey(deps, call);
          const location = `${API_PREFIX}/keys/${key.id}`;
          const response = created(location, { ...showKey(key), secret }, warnings);
          return withPreferences(response, isStrict(call.header('Prefer')) ? ['handling=strict'] : []);
        },
        { replayPolicy: sealedReplays(replayKey) },
      ),
    },
    {
      method: 'get',
      path: '/keys',
      docs: keyDocs.list,
      async handle({ caller, query }) {
        const { limit, offset } = readQuery(pageQuery, query);
        const keys = await stores.keys.list(caller.accountId);
        const items = keys.slice(offset, offset + limit).map(showKey);
        return ok({ items, pagination: { total: keys.length, limit, offset } });
      },
    },
    {
      method: 'patch',
      path: '/keys/:keyId',
      docs: keyDocs.change,
      body: bodyLimits,
      handle: async (call) => ok(showKey(await changeKey(deps, call))),
    },
    {
      method: 'delete',
      path: '/keys/:keyId',
      docs: keyDocs.delete,
      handle: async (call) => ok(showKey(await removeKey(deps, call))),
    },
  ];
}

const REPLAY = 'replay of a new key';

/** No secret of a key is stored in plain text. */
function sealedReplays(key: Buffer): ReplayPolicy {
  return {
    redact: (response) => ({ ...response, body: seal(key, response.body, REPLAY) }),
    restore: (stored) => Promise.resolve({ ...stored, body: unseal(key, stored.body, REPLAY) }),
  };
}
