import { ConfigError, deriveKey, fingerprintOf, Keyring, seal, unseal, type MasterKeys } from '@medley/kit';
import type { AccountCollection } from './account-model';
import { callDatabase } from './call-database';
import { ignoreDuplicate } from './ignore-duplicate';
import type { MetaCollection, MetaDocument } from './meta-model';

export const MASTER_KEY_ID = 'master-key';
const PEPPER_CONTEXT = 'api-keys';

/** The fact about the master key, as a database has it after the first start. */
export type KeyDocument = MetaDocument & { fingerprint: string };

/** What the start has learned about the master key. */
export interface KeyFacts {
  keyring: Keyring;
  document: KeyDocument;
  /** The key of the hashes of API keys. It survives a rotation, because a hash cannot be made anew without its API key. */
  pepper: Buffer;
}

/**
 * Compare the master keys with the fingerprint in the database, and store one that the database does not have yet. The keyring
 * seals with the key that the database names, whichever of the two it is.
 * @throws ConfigError when a key that the database needs is missing, or one has nothing to do with it
 */
export async function checkMasterKey(
  { meta, accounts }: { meta: MetaCollection; accounts: AccountCollection },
  keys: MasterKeys,
): Promise<KeyFacts> {
  const keyring = new Keyring(keys);
  for (;;) {
    const found = await callDatabase(() => meta.findOne({ _id: MASTER_KEY_ID }));
    if (found?.fingerprint === undefined) {
      await recordFirst({ meta, accounts }, keys);
      continue;
    }
    const document = { ...found, fingerprint: found.fingerprint };
    const fault = findKeyFault(document, keyring);
    if (fault !== null) throw new ConfigError([fault]);
    keyring.sealWith(document.next ?? document.fingerprint);
    return { keyring, document, pepper: openPepper(document, keyring) };
  }
}

/** Why a process with these keys cannot work on the database; null: it can. */
function findKeyFault({ fingerprint, next, previous }: KeyDocument, keyring: Keyring): string | null {
  const own = keyring.fingerprints.join(', ');
  if (next !== undefined) {
    if (keyring.current === next && keyring.has(fingerprint)) return null;
    return (
      `The master key of this database is being rotated (the fingerprint of MASTER_KEY is ${own}): until that has ended, ` +
      `set MASTER_KEY to the new key (${next}) and MASTER_KEY_PREVIOUS to the key before (${fingerprint})`
    );
  }
  if (!keyring.has(fingerprint)) return wrongKey(own, fingerprint);
  const unknown = keyring.fingerprints.find((one) => one !== fingerprint && one !== previous);
  // The key of the database as MASTER_KEY_PREVIOUS asks for a rotation to the other one.
  if (unknown === undefined || keyring.current === unknown) return null;
  return (
    `MASTER_KEY_PREVIOUS (fingerprint ${unknown}) is not the key before that of this database: ` +
    'remove it, or exchange the two to rotate the master key'
  );
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
  if (key === undefined) throw new ConfigError([wrongKey(fingerprintOf(current), undefined)]);
  const before = previous === undefined || key === previous ? {} : { previous: fingerprintOf(previous) };
  const $setOnInsert = { fingerprint: fingerprintOf(key), ...before };
  await callDatabase(() => meta.updateOne({ _id: MASTER_KEY_ID }, { $setOnInsert }, { upsert: true })).catch(
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

function openPepper({ api_keys, fingerprint }: KeyDocument, keyring: Keyring): Buffer {
  if (api_keys === undefined) return keyring.derive('api-keys', fingerprint);
  return Buffer.from(unseal(keyring.derive('data-keys', fingerprint), api_keys, PEPPER_CONTEXT), 'base64');
}

/** The pepper for a database whose key is the one with the fingerprint. */
export function sealPepper(pepper: Buffer, keyring: Keyring, fingerprint: string): string {
  return seal(keyring.derive('data-keys', fingerprint), pepper.toString('base64'), PEPPER_CONTEXT);
}

function wrongKey(given: string, wanted: string | undefined): string {
  const named = wanted === undefined ? '' : `, the database was written with ${wanted}`;
  return (
    `MASTER_KEY is not the key of this database (its fingerprint is ${given}${named}): ` +
    'set the key that the database was written with'
  );
}
