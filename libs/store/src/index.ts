export { connectStores } from './connect-stores';
export type { StoreOptions } from './connect-stores';
export { openStores } from './open-stores';
export type {
  AccountStore,
  DueDelivery,
  IdempotencyRecord,
  IdempotencyStore,
  LedgerEntry,
  Pipeline,
  RateLimitState,
  ReservationOutcome,
  RequestOrigin,
  ReservationRequest,
  Settlement,
  StorageRequest,
  Stores,
  TaskChanges,
  TaskStore,
} from './stores';
