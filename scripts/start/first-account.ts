import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toUnits } from '@medley/contracts';
import type { Stores } from '@medley/store';

/** Content of DATA_DIR/first-account.json, which is written at the first start and readable by its owner only. */
export interface FirstAccount {
  account_id: string;
  api_key: string;
  webhook_secret: string;
}

const CREDITS = 1_000_000;

/** The account for trying Medley out: that of the last start if the database still has it, else a new one. */
export async function findFirstAccount(stores: Stores, dataDir: string): Promise<FirstAccount> {
  const file = join(dataDir, 'first-account.json');
  const known = await readAccount(file);
  if (known && (await isUsable(stores, known.api_key))) return known;
  const account = await stores.accounts.create({
    name: 'first',
    tariff: 'unlimited',
    balance: toUnits(CREDITS),
  });
  const { secret } = await stores.keys.create(account.id, null);
  const made = { account_id: account.id, api_key: secret, webhook_secret: account.webhook_secrets[0] ?? '' };
  await writeFile(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
  return made;
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
