import type { Account, KeyRole, Tariff } from '@medley/contracts';

/** The authenticated account and its key. The data is cached and at most 5 s old. */
export interface Caller {
  accountId: string;
  keyId: string;
  /** The last 4 characters of the key, as its owner sees them. */
  keyLast4: string;
  role: KeyRole;
  account: Account;
  tariff: Tariff & { name: string };
}
