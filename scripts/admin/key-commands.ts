import { findMasterKeys, OperatorError, replaceMasterKey } from '@medley/kit';
import type { Stores } from '@medley/store';
import type { AdminAnswer, AdminCommand } from './admin-commands';
import { withStores, type AdminPlace } from './admin-stores';

/** Commands about the master key. */
export const keyCommands: ReadonlyMap<string, AdminCommand> = new Map<string, AdminCommand>([
  [
    'master-key show',
    {
      does: 'show the fingerprint of the master key and the progress of its rotation',
      options: {},
      read: () => async (stores) => showKey(stores),
    },
  ],
  [
    'master-key rotate',
    {
      does: 'put a new master key into DATA_DIR; the next `npm start` seals everything with it',
      options: {},
      readDirect: () => rotateKey,
    },
  ],
]);

async function showKey({ masterKey, keyring }: Stores): Promise<AdminAnswer> {
  const { fingerprint, next, previous, rotation } = await masterKey.read();
  return {
    ...{ fingerprint, rotating_to: next, previous_fingerprint: previous },
    may_remove_previous: masterKey.isPreviousSpare,
    keys_of_this_command: keyring.fingerprints.join(' '),
    rotation: rotation && {
      begun_at: rotation.begun_at.toISOString(),
      ended_at: rotation.ended_at?.toISOString() ?? null,
      ...{ round: rotation.round, collection: rotation.collection, examined: rotation.examined },
      ...{ resealed: rotation.resealed, unreadable: rotation.unreadable },
    },
  };
}

async function rotateKey(place: AdminPlace): Promise<AdminAnswer> {
  const { config, dataDir } = place;
  if (config.MASTER_KEY !== undefined || (await findMasterKeys(dataDir)) === null)
    throw new OperatorError(
      'The master key is a setting, not a file of DATA_DIR: set MASTER_KEY to a new key and MASTER_KEY_PREVIOUS ' +
        'to the one before in every service (docs/operations.md, "The master key").',
    );
  await withStores(place, async ({ stores }) => {
    const { fingerprint, next } = await stores.masterKey.read();
    if (next === null && fingerprint === stores.keyring.current) return;
    throw new OperatorError(
      'The master key is being rotated already. Start `npm start`, and let that end first.',
    );
  });
  await replaceMasterKey(dataDir);
  return {
    new_key: 'DATA_DIR/master.key',
    previous_key: 'DATA_DIR/master.key.previous',
    next: 'start `npm start` again; `master-key show` says when the previous key may be removed',
  };
}
