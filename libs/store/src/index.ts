export { connectStores } from './connect-stores';
export type { StoreOptions } from './connect-stores';
export type { AccountEvent, AccountEventPosition } from './account-events';
export type { DeliveryPosition } from './delivery-store';
export { keyLimits } from './key-limits';
export { openStores } from './open-stores';
export type { Upload } from './upload-store';
export type { Pipeline } from './pipeline-store';
export type { TaskPosition } from './task-filter';
export type {
  AccountStore,
  BatchTask,
  DueDelivery,
  IdempotencyRecord,
  IdempotencyStore,
  KeyOutcome,
  KeyStore,
  LedgerEntry,
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
