export { connectStores } from './connect-stores';
export type { StoreOptions } from './connect-stores';
export type { ErasureCounts, ErasureStore } from './erasure-repository';
export { openStores } from './open-stores';
export type {
  AccountStore,
  DeliveryPage,
  Extension,
  IdempotencyRecord,
  IdempotencyStore,
  KeyStore,
  LedgerEntry,
  LedgerKind,
  NewKey,
  Page,
  Pipeline,
  PipelineStore,
  RateLimitState,
  RateLimitStore,
  ReservationOutcome,
  RequestOrigin,
  ReservationRequest,
  Settlement,
  StorageRequest,
  StorageStore,
  Stores,
  TaskChanges,
  TaskRevisions,
  TaskStore,
} from './stores';
