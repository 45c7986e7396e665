import type { DatabaseClock } from './database-clock';
import type { FailPoint, LedgerDrain, MoneyCollections } from './ledger-drain';

/** What everything that moves money works with. */
export interface MoneyDependencies {
  collections: MoneyCollections;
  drain: LedgerDrain;
  clock: DatabaseClock;
  failPoint: FailPoint;
}
