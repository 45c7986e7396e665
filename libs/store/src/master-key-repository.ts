import { messageOf, type Logger } from '@medley/kit';
import { callDatabase } from './call-database';
import { MASTER_KEY_ID, sealPepper, type KeyDocument, type KeyFacts } from './check-master-key';
import type { DatabaseClock } from './database-clock';
import type { MasterKeyState, MasterKeyStore, RotationProgress } from './master-key-store';
import type { MetaCollection } from './meta-model';
import { createResealer, type SealedModels } from './reseal-documents';

/** How often a process looks whether the key that seals is another one. */
const WATCH_MS = 2_000;

interface MasterKeyDependencies extends SealedModels {
  meta: MetaCollection;
  clock: DatabaseClock;
  logger: Logger;
}

/** The master key in the `meta` collection. `stop` ends the watch over it. */
export function createMasterKeyRepository(
  dependencies: MasterKeyDependencies,
  facts: KeyFacts,
): { store: MasterKeyStore; stop: () => Promise<void> } {
  const { meta, logger } = dependencies;
  const { keyring } = facts;
  let known = toState(facts.document);
  const read = async (): Promise<MasterKeyState> => {
    const found = await callDatabase(() => meta.findOne({ _id: MASTER_KEY_ID }));
    if (found?.fingerprint === undefined) return known;
    known = toState({ ...found, fingerprint: found.fingerprint });
    keyring.sealWith(known.next ?? known.fingerprint);
    return known;
  };
  const store: MasterKeyStore = {
    ...createResealer(dependencies, keyring),
    ...createRotationWrites(dependencies, facts, { known: () => known, read }),
    get known() {
      return known;
    },
    get fault() {
      if (keyring.missing === null) return null;
      return `the master key has been rotated: set MASTER_KEY to the new one (fingerprint ${keyring.missing})`;
    },
    get isPreviousSpare() {
      return known.next === null && known.fingerprint === keyring.current && keyring.fingerprints.length > 1;
    },
    read,
  };
  return { store, stop: watch(read, logger) };
}

function createRotationWrites(
  { meta, clock }: MasterKeyDependencies,
  { keyring, pepper }: KeyFacts,
  { known, read }: { known: () => MasterKeyState; read: () => Promise<MasterKeyState> },
): Pick<MasterKeyStore, 'beginRotation' | 'saveProgress' | 'endRotation'> {
  return {
    async beginRotation() {
      const rotation = firstRound(clock.now());
      const free = {
        _id: MASTER_KEY_ID,
        fingerprint: known().fingerprint,
        next: { $exists: false },
      } as const;
      const begun = await callDatabase(() =>
        meta.updateOne(free, { $set: { next: keyring.current, rotation } }),
      );
      await read();
      return begun.modifiedCount === 1;
    },

    async saveProgress(from, rotation) {
      const saved = await callDatabase(() => meta.updateOne(same(from), { $set: { rotation } }));
      return saved.matchedCount === 1;
    },

    async endRotation(from) {
      const { fingerprint, next } = known();
      if (next === null) return false;
      const $set = {
        fingerprint: next,
        previous: fingerprint,
        api_keys: sealPepper(pepper, keyring, next),
        rotation: { ...from, ended_at: clock.now() },
      };
      const ended = await callDatabase(() =>
        meta.updateOne({ ...same(from), fingerprint, next }, { $set, $unset: { next: '' } }),
      );
      await read();
      return ended.modifiedCount === 1;
    },
  };
}

/** Every change of the progress changes one of these. */
function same({ round, collection, after, examined }: RotationProgress): {
  _id: 'master-key';
} & Record<string, unknown> {
  return {
    _id: MASTER_KEY_ID,
    'rotation.round': round,
    'rotation.collection': collection,
    'rotation.after': after,
    'rotation.examined': examined,
    'rotation.ended_at': null,
  };
}

function firstRound(now: Date): RotationProgress {
  return {
    ...{ begun_at: now, ended_at: null, round: 1, collection: 'accounts', after: '' },
    ...{ examined: 0, open: 0, resealed: 0, unreadable: 0 },
  };
}

function toState({ fingerprint, next, previous, rotation }: KeyDocument): MasterKeyState {
  return { fingerprint, next: next ?? null, previous: previous ?? null, rotation: rotation ?? null };
}

function watch(read: () => Promise<unknown>, logger: Logger): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const schedule = (): void => {
    if (isStopped) return;
    timer = setTimeout(() => {
      read()
        .catch((error: unknown) => {
          // What was read last still holds.
          logger.debug('the master key of the database could not be read', { error: messageOf(error) });
        })
        .finally(schedule);
    }, WATCH_MS).unref();
  };
  schedule();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    return Promise.resolve();
  };
}
