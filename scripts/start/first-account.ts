import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toUnits } from '@medley/contracts';
import { errorCodeOf } from '@medley/kit';
import type { Stores } from '@medley/store';

/** Content of the file of the first account, which is written once and readable by its owner only. */
interface FirstAccount {
  account_id: string;
  api_key: string;
  webhook_secret: string;
}

/** `made`: just now, and its secrets are to be shown; `kept`: by an earlier start; `lost`: its key is not there or not valid. */
export type FirstAccountState =
  | { state: 'made'; file: string; account: FirstAccount }
  | { state: 'kept' | 'lost'; file: string; accountId: string };

const CREDITS = 1_000_000;
const FILE = 'first-account.json';

/**
 * The account for trying Medley out on the embedded database, made once for each database. Its file is never overwritten:
 * when another database has left one in the directory, the new one gets a name of its own.
 */
export async function findFirstAccount(stores: Stores, dataDir: string): Promise<FirstAccountState> {
  const record = (await stores.facts.firstAccount()) ?? (await adopt(stores, dataDir));
  if (!record) return makeFirstAccount(stores, dataDir);
  const file = join(dataDir, record.file);
  const known = await readAccount(file);
  const isValid = known?.account_id === record.account_id && (await isUsable(stores, known.api_key));
  return { state: isValid ? 'kept' : 'lost', file, accountId: record.account_id };
}

/** An account of an earlier version, or of a start that was interrupted, is in the file only. */
async function adopt(stores: Stores, dataDir: string): Promise<{ account_id: string; file: string } | null> {
  const known = await readAccount(join(dataDir, FILE));
  if (!known || !(await isUsable(stores, known.api_key))) return null;
  const record = { account_id: known.account_id, file: FILE };
  await stores.facts.recordFirstAccount(record);
  return record;
}

async function makeFirstAccount(stores: Stores, dataDir: string): Promise<FirstAccountState> {
  const { id, webhook_secrets } = await stores.accounts.create({
    name: 'first',
    tariff: 'unlimited',
    balance: toUnits(CREDITS),
  });
  const { secret } = await stores.keys.create(id, null);
  const account = { account_id: id, api_key: secret, webhook_secret: webhook_secrets[0] ?? '' };
  const name = await writeNew(dataDir, [FILE, `first-account-${id.slice(0, 8)}.json`], account);
  await stores.facts.recordFirstAccount({ account_id: id, file: name });
  return { state: 'made', file: join(dataDir, name), account };
}

/** Writes the first of the files that does not exist; returns its name. */
async function writeNew(dataDir: string, names: readonly string[], account: FirstAccount): Promise<string> {
  const [name = FILE, ...others] = names;
  try {
    await writeFile(join(dataDir, name), `${JSON.stringify(account, null, 2)}\n`, {
      mode: 0o600,
      flag: 'wx',
    });
    return name;
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST' || others.length === 0) throw error;
    return writeNew(dataDir, others, account);
  }
}

async function readAccount(file: string): Promise<FirstAccount | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as FirstAccount;
  } catch {
    return null;
  }
}

async function isUsable(stores: Stores, key: string): Promise<boolean> {
  const found = await stores.keys.findByHash(createHash('sha256').update(key).digest('hex'));
  return found?.active === true;
}
