export { connectStores } from './connect-stores';
export type { StoreOptions } from './connect-stores';
export type { AccountEvent, AccountEventPosition } from './account-events';
export type { StoredLetter } from './dead-letter-store';
export type { KindOverview } from './overview-store';
export type { DeliveryPosition } from './delivery-store';
export type { KeyOutcome, KeyStore } from './key-store';
export { keyLimits } from './key-limits';
export type { StepCharge, UsageCell } from './usage-store';
export { dumpDatabase, loadDatabase, readMasterKeys } from './dump-database';
export { migrateDatabase } from './migrate-database';
export type { MigrationResult } from './migrate-database';
export { openStores, watchStores } from './open-stores';
export { sealedReplay } from './sealed-replay';
export { sealedCollections } from './master-key-store';
export type { MasterKeyState, ResealBatch, RotationProgress, SealedTask } from './master-key-store';
export type { Upload } from './upload-store';
export type { Pipeline } from './pipeline-store';
export type { RateLimitState } from './rate-limit-store';
export type { TaskPosition } from './task-filter';
export type {
  AccountStore,
  BatchTask,
  DueDelivery,
  IdempotencyRecord,
  IdempotencyStore,
  LedgerEntry,
  LedgerPosition,
  ReservationOutcome,
  RequestOrigin,
  ReservationRequest,
  Settlement,
  StorageRequest,
  Stores,
  TaskChanges,
  TaskStore,
} from './stores';
