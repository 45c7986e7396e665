import type { DatabaseClock } from './database-clock';
import type { FailPoint, LedgerRelay, MoneyCollections } from './ledger-relay';

/** Dependencies of all operations on money. */
export interface MoneyDependencies {
  collections: MoneyCollections;
  relay: LedgerRelay;
  clock: DatabaseClock;
  failPoint: FailPoint;
}
