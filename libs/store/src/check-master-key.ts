import { ConfigError, deriveKey, fingerprintOf, seal, unseal, type MasterKeys } from '@medley/kit';
import type { AccountCollection } from './account-model';
import { callDatabase } from './call-database';
import { ignoreDuplicate } from './ignore-duplicate';
import type { MetaCollection, MetaDocument } from './meta-model';

const ID = 'master-key';
const PEPPER_CONTEXT = 'api-keys';

/** What the start has learned about the master key. */
export interface KeyFacts {
  /** The key of the hashes of API keys. It survives a rotation, because a hash cannot be made anew without its API key. */
  pepper: Buffer;
}

/**
 * Compare the master key with the fingerprint in the database, and store one that the database does not have yet. When the
 * database has the one of `keys.previous`, the key is rotated: from now on `keys.current` is the key of the database.
 * @throws ConfigError when the database has been written with another key
 */
export async function checkMasterKey(
  { meta, accounts }: { meta: MetaCollection; accounts: AccountCollection },
  keys: MasterKeys,
): Promise<KeyFacts> {
  for (;;) {
    const known = await callDatabase(() => meta.findOne({ _id: ID }));
    if (!known) {
      await recordFirst({ meta, accounts }, keys);
      continue;
    }
    const current = fingerprintOf(keys.current);
    if (known.fingerprint === current) return { pepper: openPepper(known, keys.current) };
    const previous = keys.previous === undefined ? undefined : fingerprintOf(keys.previous);
    if (keys.previous === undefined || known.fingerprint !== previous) throw refusal(current, known);
    // A process with the settings of before the swap, restarted after another one has rotated the key.
    if (known.previous === current) return { pepper: openPepper(known, keys.previous) };
    await rotate(meta, known, { current: keys.current, previous: keys.previous });
  }
}

/** A database of an earlier version has no fingerprint: what it holds sealed decides whether the key is the right one. */
async function recordFirst(
  { meta, accounts }: { meta: MetaCollection; accounts: AccountCollection },
  { current, previous }: MasterKeys,
): Promise<void> {
  const account = await callDatabase(() =>
    accounts.findOne({ _id: { $gt: '' } }, { projection: { secrets: 1 } }),
  );
  const [sealed] = account?.secrets ?? [];
  const candidates = previous === undefined ? [current] : [current, previous];
  const key = candidates.find((one) => sealed === undefined || opens(one, sealed, account?._id ?? ''));
  if (key === undefined) throw refusal(fingerprintOf(current), {});
  const $setOnInsert = { fingerprint: fingerprintOf(key) };
  await callDatabase(() => meta.updateOne({ _id: ID }, { $setOnInsert }, { upsert: true })).catch(
    ignoreDuplicate,
  );
}

function opens(masterKey: string, sealed: string, accountId: string): boolean {
  try {
    unseal(deriveKey(masterKey, 'webhook-secrets'), sealed, accountId);
    return true;
  } catch {
    return false;
  }
}

/** Guarded by the old fingerprint, so that of several processes one does it. */
async function rotate(
  meta: MetaCollection,
  known: MetaDocument,
  { current, previous }: { current: string; previous: string },
): Promise<void> {
  const pepper = openPepper(known, previous).toString('base64');
  const $set = {
    fingerprint: fingerprintOf(current),
    previous: fingerprintOf(previous),
    api_keys: seal(deriveKey(current, 'data-keys'), pepper, PEPPER_CONTEXT),
  };
  const same = { _id: ID, fingerprint: fingerprintOf(previous) } as const;
  await callDatabase(() => meta.updateOne(same, { $set }));
}

function openPepper({ api_keys }: MetaDocument, masterKey: string): Buffer {
  if (api_keys === undefined) return deriveKey(masterKey, 'api-keys');
  return Buffer.from(unseal(deriveKey(masterKey, 'data-keys'), api_keys, PEPPER_CONTEXT), 'base64');
}

function refusal(given: string, known: Pick<MetaDocument, 'fingerprint'>): ConfigError {
  const wanted =
    known.fingerprint === undefined ? '' : `, the database was written with ${known.fingerprint}`;
  return new ConfigError([
    `MASTER_KEY is not the key of this database (its fingerprint is ${given}${wanted}): ` +
      'set the key that the database was written with',
  ]);
}
