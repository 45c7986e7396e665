/** Number of deleted documents of each kind. */
export interface ErasureCounts {
  keys: number;
  templates: number;
  idempotency_keys: number;
  rate_limits: number;
  ledger_entries: number;
  accounts: number;
}

/** Erases an account with all its data; every operation is idempotent. */
export interface ErasureStore {
  /** Block new tasks and templates of the account. False when it is unknown. */
  begin(accountId: string): Promise<boolean>;
  /** Cancel one page of its pending tasks; returns their number. Repeat until 0. */
  cancelPending(accountId: string): Promise<number>;
  /** Ids of one page of its tasks. The caller deletes their blobs before `removeTasks`. */
  taskIds(accountId: string): Promise<string[]>;
  /** Delete tasks with their pending deliveries. */
  removeTasks(ids: readonly string[]): Promise<number>;
  /** Delete everything else. The ledger is deleted after the account, because other processes may write to it until then. */
  removeAccount(accountId: string): Promise<ErasureCounts>;
}
