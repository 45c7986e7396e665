import type { Account, ListedTask, Payload, Task, TaskEvent, TaskStep } from '@medley/contracts';
import type { Keyring } from '@medley/kit';
import type { AccountEvent, AccountEventQuery } from './account-events';
import type { DeadLetterStore } from './dead-letter-store';
import type { DeliveryStore } from './delivery-store';
import type { ErasureStore } from './erasure-store';
import type { FactStore } from './fact-store';
import type { Page } from './page';
import type { BudgetStore } from './budget-store';
import type { KeyStore } from './key-store';
import type { LeaseStore } from './lease-store';
import type { MasterKeyStore } from './master-key-store';
import type { OverviewStore } from './overview-store';
import type { PauseStore } from './pause-store';
import type { PipelineStore } from './pipeline-store';
import type { RateLimitStore } from './rate-limit-store';
import type { TaskFilter, TaskPosition } from './task-filter';
import type { StepCharge, UsageStore } from './usage-store';
import type { TurnStore } from './turn-store';
import type { UploadStore } from './upload-store';

/**
 * Changes of a task, stored by one write that raises `rev`: fields to set, steps to change by index, events to append.
 * `updated_at` is now unless it is given.
 */
export interface TaskChanges {
  set?: Partial<Omit<Task, 'id' | 'account_id' | 'rev' | 'steps' | 'events' | 'created_at'>>;
  steps?: { index: number; set: Partial<TaskStep> }[];
  events?: TaskEvent[];
  /** Whose task it is: the write then waits for those of the same account at most, as far as possible. */
  accountId?: string;
}

export interface TaskPageRequest {
  limit: number;
  offset: number;
  /** The last task of the page before. */
  after?: TaskPosition | undefined;
}

/** `total` counts all tasks of the filter, whatever the page. */
export interface TaskPage extends Page<ListedTask> {
  hasMore: boolean;
}

/** One page of due tasks, see `dueLimits`. */
export interface DuePage {
  tasks: Task[];
  /** More tasks may be due. */
  more: boolean;
}

/** A due delivery, as much of it as the choice of the next one needs. */
export interface DueDelivery {
  /** The id of its task. */
  id: string;
  account_id: string;
  due_at: Date;
  /** Key of the receiver's address; for tasks of earlier versions its host and port. */
  address: string;
  host: string;
}

/** A page of due deliveries: the ones that became due last, or from the longest overdue on, `after` a delivery if given. */
export type DueDeliveryPage = { limit: number } & (
  { from: 'newest' } | { from: 'oldest'; after: Pick<DueDelivery, 'id' | 'due_at'> | null }
);

/** A task of a batch. */
export type BatchTask = Pick<Task, 'id' | 'account_id' | 'status' | 'created_at'>;

/** Tasks as plain objects. Every change is one write guarded by `rev` and journaled before it is acknowledged. */
export interface TaskStore {
  /** Store a new task; concurrent calls share one round trip. `origin` is unique: a second insert fails. */
  insert(task: Task, origin?: string): Promise<void>;
  find(id: string): Promise<Task | null>;
  findByOrigin(origin: string): Promise<Task | null>;
  /** Newest first, then by id. Inputs and outputs are not read. */
  list(filter: TaskFilter, page: TaskPageRequest): Promise<TaskPage>;
  /** Outputs of the steps of these tasks, by task id and step id. */
  outputs(ids: readonly string[]): Promise<Map<string, Map<string, Payload>>>;
  /** The tasks of a batch, of any account; at most as many as a batch may have. */
  ofBatch(batchId: string): Promise<BatchTask[]>;
  /** Events of all tasks, in order; from the times of the tasks' changes, so it reads what has changed since the position. */
  accountEvents(query: AccountEventQuery): Promise<AccountEvent[]>;
  /** Ids of the newest retries of a task, newest first. */
  retriesOf(id: string): Promise<string[]>;
  countUnfinished(accountId: string, atMost: number): Promise<number>;
  /** True when the task still had `rev` and the changes are stored; on false, load the task and decide again. */
  update(id: string, rev: number, changes: TaskChanges): Promise<boolean>;
  /** Store a client's request, whatever `rev` is, and make the task due at once. False when the task is unknown. */
  request(id: string, request: 'cancel' | 'delete' | 'redeliver', now: Date): Promise<boolean>;
  /** Tasks whose `wake_at` has passed, most overdue first. */
  due(now: Date, limit: number): Promise<DuePage>;
  /** Delete at most `limit` tasks that ended before and are purged; returns the number deleted. */
  removeEnded(before: Date, limit: number): Promise<number>;
  /** Deliveries of ended tasks that are due, in the order of their due times; from the index alone, so it is cheap. */
  dueDeliveries(now: Date, page: DueDeliveryPage): Promise<DueDelivery[]>;
  /** Ended tasks whose open delivery attempt started before; longest open first. */
  lostDeliveries(before: Date, limit: number): Promise<Task[]>;
}

/** Revisions of tasks, by which event streams detect missed events. */
export interface TaskRevisions {
  revisions(ids: readonly string[]): Promise<Map<string, number>>;
}

export interface Settlement {
  account_id: string;
  task_id: string;
  /** Units reserved at creation. */
  reserved: number;
  /** Number of extensions requested; their units are read from the ledger and released, too. */
  extensions: number;
  /** Units to charge; the rest returns to the balance. */
  charged: number;
  /** The key that created the task; absent or null: unknown. */
  key_id?: string | null;
  /** When the task was created: the period of the key's budget it belongs to; absent: of none. */
  created_at?: Date;
  /** What `charged` is for. */
  usage?: StepCharge[];
  /** End of the storage time of the task, when it becomes due again; absent: read from the task. */
  expires_at?: Date;
}

/** Extension of the reservation of a pending task. */
export interface Extension {
  account_id: string;
  task_id: string;
  /** 1, 2, 3 … within the task; repeating one is idempotent. */
  index: number;
  units: number;
}

type LedgerKind = 'opening' | 'credit' | 'reserve' | 'settle' | 'refund';

/** One ledger entry, in units; signed as it changes the account. */
export interface LedgerEntry {
  id: string;
  account_id: string;
  task_id: string | null;
  kind: LedgerKind;
  balance: number;
  reserved: number;
  charged: number;
  at: Date;
  /** Of settlements only, see {@link Settlement}. */
  key_id?: string | null;
  usage?: StepCharge[];
}

/** Where a page of the ledger begins: after this entry. */
export type LedgerPosition = Pick<LedgerEntry, 'id' | 'at'>;

/** Reservation of a new task. */
export interface ReservationRequest {
  /** Units to reserve. */
  units: number;
  /** The tariff's limit of unfinished tasks, the new one included. Null: no limit. */
  unfinishedMax: number | null;
  /** The key that pays, whose budget counts. Null or absent: unknown. */
  keyId?: string | null;
}
/** `over_budget`: that of the key. */
export type ReservationOutcome = 'reserved' | 'unaffordable' | 'over_budget' | 'too_many_tasks';

/** Which accounts are listed, and where the page begins. */
export interface AccountQuery {
  text: string | null;
  after: { id: string; at: Date } | null;
  limit: number;
}

/** Accounts and their money. Only credits change balance + reserved + charged, also across crashes. */
export interface AccountStore {
  create(account: { name: string; tariff: string; balance: number }): Promise<Account>;
  find(id: string): Promise<Account | null>;
  /** Oldest first. */
  list(page: { limit: number; offset: number }): Promise<Page<Account>>;
  /**
   * Add a new webhook secret; the previous one is valid until `overlapEnds`, without it until the next rotation. Null when
   * unknown.
   */
  rotateWebhookSecret(id: string, overlapEnds?: Date): Promise<Account | null>;
  /** Newest first, after this position; `text` is a part of the name, or the id; null: all. */
  search(query: AccountQuery): Promise<Account[]>;
  /** Change the tariff, or whether it may begin new work. Null when unknown. */
  change(id: string, changes: { tariff?: string; suspended?: boolean }): Promise<Account | null>;
  /** Null when unknown. */
  credit(id: string, units: number): Promise<Account | null>;
  /** Reserve money and count the task as unfinished in one atomic write; concurrent calls for one account share a write. */
  reserve(accountId: string, taskId: string, request: ReservationRequest): Promise<ReservationOutcome>;
  /** Refund the reservation of a task that was never stored, or what it was charged. */
  release(accountId: string, taskId: string, units: number): Promise<void>;
  /**
   * Extend the reservation of a pending task; idempotent by index. False when the balance is too low or the task's reservation
   * has ended.
   */
  extend(extension: Extension): Promise<boolean>;
  /** Charge ended tasks, release the rest of their reservations and mark them settled; idempotent. */
  settle(settlements: readonly Settlement[]): Promise<void>;
  /** Refund reservations older than `before` whose task was never stored; returns their number. */
  repair(before: Date): Promise<number>;
  /** Correct the counters of the next page of accounts; returns the number corrected. */
  recount(): Promise<number>;
  /**
   * Add ledger entries older than `before` of the next page of accounts to their opening entries, and delete them; the sums
   * of the ledger stay. Returns the number of entries.
   */
  foldLedger(before: Date): Promise<number>;
  ledger(accountId: string, page: { limit: number; offset: number }): Promise<Page<LedgerEntry>>;
  /** Newest first, after this position. */
  ledgerAfter(accountId: string, after: LedgerPosition | null, limit: number): Promise<LedgerEntry[]>;
}

/** New tasks with their reservations. */
export interface CreationStore {
  /**
   * Reserve the task's price, count it as unfinished and store it; only `reserved` means that it is stored. After a rejection
   * the task may be stored, and if it is not, its reservation may have to be released. Concurrent calls for one account share
   * a write and are granted in their order. `origin` is unique: a second task with it is rejected. `settlement`: of a task that
   * has ended already and says that it is settled; it never counts as unfinished.
   */
  create(
    task: Task,
    terms: {
      unfinishedMax: number | null;
      origin?: string | undefined;
      settlement?: Settlement | undefined;
    },
  ): Promise<ReservationOutcome>;
  /** Calls back with every task that {@link create} of this process has stored, before its promise is fulfilled. */
  onStored(listener: (task: Task) => void): void;
}

/** Storage requested for the result of one attempt of a step. */
export interface StorageRequest {
  account_id: string;
  task_id: string;
  step_id: string;
  attempt: number;
  bytes: number;
  /** Storage limit of the account in bytes. */
  limit: number;
}

/** Storage accounting: the counter of an account is never less than the sum of its tasks. */
export interface StorageStore {
  /** Reserve storage for a result before it is stored in its task; idempotent. False when the limit is exceeded. */
  hold(request: StorageRequest): Promise<boolean>;
  /** Recompute the bytes of an account from its tasks and open holds; returns them. */
  recount(accountId: string): Promise<number>;
}

/** Identifies the objects created by a request with an `Idempotency-Key`: each is stored once under this `id`. */
export interface RequestOrigin {
  id: string;
  /** An earlier attempt of the request may have created objects. */
  repeated: boolean;
}

/** The response stored under an `Idempotency-Key`; `response` is null while the first request runs. */
export interface IdempotencyRecord {
  request_hash: string;
  /** `id` of the {@link RequestOrigin}. */
  origin: string;
  response: { status: number; headers: Record<string, string>; body: string } | null;
}

export interface IdempotencyStore {
  /** Claim a key, or return its record. Abandoned keys and unfinished ones older than 60 s are claimed again. */
  begin(
    accountId: string,
    key: string,
    requestHash: string,
  ): Promise<{ claim: RequestOrigin } | { record: IdempotencyRecord }>;
  finish(accountId: string, key: string, response: NonNullable<IdempotencyRecord['response']>): Promise<void>;
  /** Release a key whose request ended without a response to replay. */
  abandon(accountId: string, key: string): Promise<void>;
  /** Delete records older than `before`; returns their number. Keys expire after 24 h whether or not this runs. */
  purge(before: Date): Promise<number>;
}

export interface Stores {
  tasks: TaskStore & TaskRevisions;
  deliveries: DeliveryStore;
  creations: CreationStore;
  turns: TurnStore;
  leases: LeaseStore;
  accounts: AccountStore;
  storage: StorageStore;
  uploads: UploadStore;
  keys: KeyStore;
  budgets: BudgetStore;
  usage: UsageStore;
  pipelines: PipelineStore;
  idempotency: IdempotencyStore;
  rateLimits: RateLimitStore;
  erasure: ErasureStore;
  /** Seals and opens with the master keys; seals with the one that the database names. */
  keyring: Keyring;
  masterKey: MasterKeyStore;
  facts: FactStore;
  pauses: PauseStore;
  deadLetters: DeadLetterStore;
  overview: OverviewStore;
  /** The database's time, independent of the local wall clock. */
  now(): Date;
  /** Null when the database answers, else the reason. */
  checkHealth(): Promise<string | null>;
  close(): Promise<void>;
}
