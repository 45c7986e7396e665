import type { DatabaseClock } from './database-clock';
import type { Checkpoint, LedgerDrain, MoneyCollections } from './ledger-drain';

/** What everything that moves money works with. */
export interface MoneyParts {
  collections: MoneyCollections;
  drain: LedgerDrain;
  clock: DatabaseClock;
  checkpoint: Checkpoint;
}
