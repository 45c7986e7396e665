import type { DatabaseClock } from './database-clock';
import type { FailPoint, LedgerDrain, MoneyCollections } from './ledger-drain';

/** Dependencies of all operations on money. */
export interface MoneyDependencies {
  collections: MoneyCollections;
  drain: LedgerDrain;
  clock: DatabaseClock;
  failPoint: FailPoint;
}
