import type { Account, Tariff } from '@medley/contracts';

/** Who is asking: an account, by one of its keys. At most 5 s old. */
export interface Caller {
  accountId: string;
  keyId: string;
  account: Account;
  tariff: Tariff & { name: string };
}
