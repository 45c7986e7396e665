import type {
  Account,
  ApiKey,
  ListedTask,
  Payload,
  RequestedStep,
  Task,
  TaskEvent,
  TaskStatus,
  TaskStep,
} from '@medley/contracts';
import type { ErasureStore } from './erasure-repository';

/** A page of a listing and how many there are in all. */
export interface Page<T> {
  items: T[];
  total: number;
}

/** One guarded move of a task: fields to set, steps to change by index, events to append. `rev` goes up by one. */
export interface TaskChanges {
  set?: Partial<Omit<Task, 'id' | 'account_id' | 'rev' | 'steps' | 'events' | 'created_at' | 'updated_at'>>;
  steps?: { index: number; set: Partial<TaskStep> }[];
  events?: TaskEvent[];
}

/** Due tasks as far as they fit into one look, see `dueLimits`. */
export interface DuePage {
  tasks: Task[];
  /** There are, or may be, more. */
  more: boolean;
}

/** Which due deliveries to name: at most `limit`, and none to hosts that can take no more now. */
export interface DeliveryPage {
  limit: number;
  exceptHosts?: readonly string[];
}

/** Tasks. Plain objects out; every move is one write guarded by `rev`, in the journal before it is acknowledged. */
export interface TaskStore {
  /** Store new tasks; concurrent calls share one round trip. Of one `origin` there is at most one task, a second fails. */
  insert(task: Task, origin?: string): Promise<void>;
  find(id: string): Promise<Task | null>;
  findByOrigin(origin: string): Promise<Task | null>;
  /** Newest first, id as tie-break. What went in and came out of the tasks stays in the database. */
  list(
    filter: { account_id: string; status?: TaskStatus },
    page: { limit: number; offset: number },
  ): Promise<Page<ListedTask>>;
  /** The outputs of the steps of these tasks that have one, by task and step. */
  outputs(ids: readonly string[]): Promise<Map<string, Map<string, Payload>>>;
  countUnfinished(accountId: string, atMost: number): Promise<number>;
  /** True when the task still had `rev` and the move is stored; false: somebody else moved it, reload and decide again. */
  move(id: string, rev: number, changes: TaskChanges): Promise<boolean>;
  /** Store a client's request (no move: works whatever `rev` is) and make the clock look at once. False when unknown. */
  request(id: string, request: 'cancel' | 'delete' | 'redeliver', now: Date): Promise<boolean>;
  /** Tasks whose `wake_at` has passed, most overdue first. */
  due(now: Date, limit: number): Promise<DuePage>;
  /** Remove at most `limit` tasks that ended before and whose data is gone already; the number removed. */
  removeEnded(before: Date, limit: number): Promise<number>;
  /** Ended tasks whose delivery is due, or whose open attempt started before `lostBefore`. */
  dueDeliveries(now: Date, lostBefore: Date, page: DeliveryPage): Promise<Task[]>;
}

/** Revision and event count of tasks, for streams that look whether they missed something. */
export interface TaskRevisions {
  revisions(ids: readonly string[]): Promise<Map<string, number>>;
}

export interface Settlement {
  account_id: string;
  task_id: string;
  /** Units set aside at creation. */
  reserved: number;
  /** How many extensions were asked for; what they have set aside is looked up and ends, too. */
  extensions: number;
  /** Units really owed; what is left returns to the balance. */
  charged: number;
}

/** More money for a task under way. */
export interface Extension {
  account_id: string;
  task_id: string;
  /** 1, 2, 3 … within the task: repeating one changes nothing. */
  index: number;
  units: number;
}

export type LedgerKind = 'opening' | 'credit' | 'reserve' | 'settle' | 'refund';

/** One movement. Units; signs as they change the account. */
export interface LedgerEntry {
  id: string;
  account_id: string;
  task_id: string | null;
  kind: LedgerKind;
  balance: number;
  reserved: number;
  charged: number;
  at: Date;
}

/** What a new task needs of its account. */
export interface ReservationRequest {
  /** Units to set aside. */
  units: number;
  /** The tariff's cap: at most this many unfinished tasks, the new one included. Null: no cap. */
  unfinishedMax: number | null;
}
export type ReservationOutcome = 'reserved' | 'unaffordable' | 'too_many_tasks';

/** Accounts and their money; balance + reserved + charged changes only by credits, through any crash. */
export interface AccountStore {
  create(account: { name: string; tariff: string; balance: number }): Promise<Account>;
  find(id: string): Promise<Account | null>;
  /** Oldest first. */
  list(page: { limit: number; offset: number }): Promise<Page<Account>>;
  /** Add a new webhook secret and keep the newest old one beside it. Null when unknown. */
  rotateWebhookSecret(id: string): Promise<Account | null>;
  /** Null when unknown. */
  credit(id: string, units: number): Promise<Account | null>;
  /** Set money aside and count the task as unfinished, in one atomic write; concurrent calls for one account share a write. */
  reserve(accountId: string, taskId: string, request: ReservationRequest): Promise<ReservationOutcome>;
  /** Give a reservation back whose task was never stored. */
  release(accountId: string, taskId: string, units: number): Promise<void>;
  /**
   * Set more aside for a task that is under way, once for each index however often it is asked. False: not enough, or the
   * task's reservation has ended.
   */
  extend(extension: Extension): Promise<boolean>;
  /** Charge ended tasks and return the rest; repeating it changes nothing. Marks the tasks settled. */
  settle(settlements: readonly Settlement[]): Promise<void>;
  /** Finish what a crash left between two documents: reservations without a task older than `before`. */
  repair(before: Date): Promise<number>;
  /** Compare the counters of the next few accounts with what there is, and correct them; the number corrected. */
  recount(): Promise<number>;
  ledger(accountId: string, page: { limit: number; offset: number }): Promise<Page<LedgerEntry>>;
}

/** The result of one attempt of a step that wants capacity in the blob store. */
export interface StorageRequest {
  account_id: string;
  task_id: string;
  step_id: string;
  attempt: number;
  bytes: number;
  /** What the account may have stored in all. */
  limit: number;
}

/** How much of the blob store each account takes: never less than what its tasks say. */
export interface StorageStore {
  /** Make capacity for a result before its task takes it; repeating it changes nothing. False: there is none. */
  hold(request: StorageRequest): Promise<boolean>;
  /** Sum up anew what the account takes, by its tasks and by results that are on their way into them. */
  recount(accountId: string): Promise<number>;
}

export interface NewKey {
  key: ApiKey;
  /** The key itself; shown once, only a keyed hash of its SHA-256 is stored. */
  secret: string;
}

export interface KeyStore {
  create(accountId: string, expiresAt: Date | null): Promise<NewKey>;
  /** The key with this SHA-256 (hex), active or not; null when unknown. */
  findByHash(sha256: string): Promise<ApiKey | null>;
  /** False when unknown. */
  deactivate(keyId: string): Promise<boolean>;
  list(accountId: string): Promise<ApiKey[]>;
}

export interface Pipeline {
  id: string;
  /** Null for a system template. */
  account_id: string | null;
  name: string;
  description: string | null;
  /** As the client sent them; resolved when a task is made. */
  steps: RequestedStep[];
  created_at: Date;
  updated_at: Date;
}

export interface PipelineStore {
  /**
   * Store an account's template unless the account has `max` already; false then, and for an unknown account. Of one
   * `origin` there is at most one template, a second fails.
   */
  create(
    pipeline: Pipeline & { account_id: string },
    terms: { max: number; origin?: string },
  ): Promise<boolean>;
  find(id: string): Promise<Pipeline | null>;
  findByOrigin(origin: string): Promise<Pipeline | null>;
  /** Own ones, newest first, then the system's. */
  list(accountId: string, page: { limit: number; offset: number }): Promise<Page<Pipeline>>;
  /** False when it is not there any more. */
  replace(pipeline: Pipeline): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  /** Make the system templates be exactly these. */
  putSystem(pipelines: readonly Pipeline[]): Promise<void>;
}

/** Where things made under an `Idempotency-Key` come from: they are stored under its `id`, each once. */
export interface RequestOrigin {
  id: string;
  /** An earlier attempt at the request may have made something. */
  repeated: boolean;
}

/** The answer stored under an `Idempotency-Key`; `response` null while the first request is still running. */
export interface IdempotencyRecord {
  request_hash: string;
  /** `id` of the {@link RequestOrigin}. */
  origin: string;
  response: { status: number; headers: Record<string, string>; body: string } | null;
}

export interface IdempotencyStore {
  /** The key is now ours, or what is there already. Abandoned ones and unfinished ones older than 60 s are taken over. */
  begin(
    accountId: string,
    key: string,
    requestHash: string,
  ): Promise<{ claim: RequestOrigin } | { record: IdempotencyRecord }>;
  finish(accountId: string, key: string, response: NonNullable<IdempotencyRecord['response']>): Promise<void>;
  /** Free a key whose request ended without an answer worth keeping. */
  abandon(accountId: string, key: string): Promise<void>;
  /** Remove what began before; the number removed. A key lives 24 h whether or not this runs. */
  purge(before: Date): Promise<number>;
}

export interface RateLimitState {
  allowed: boolean;
  /** How many of the `cost` asked for were granted; all or nothing unless `partial`. */
  granted: number;
  remaining: number;
  /** Seconds until the bucket is full again. */
  resetSeconds: number;
  /** Seconds until one token is there; 0 when allowed. */
  retryAfterSeconds: number;
}

/** Token buckets, right across gateway instances: one atomic write each. */
export interface RateLimitStore {
  take(
    bucket: string,
    limit: { perMinute: number },
    ask: { cost: number; partial: boolean },
  ): Promise<RateLimitState>;
  /** Remove buckets nobody took from since `before` (they are full again after a minute); the number removed. */
  purge(before: Date): Promise<number>;
}

export interface Stores {
  tasks: TaskStore & TaskRevisions;
  accounts: AccountStore;
  storage: StorageStore;
  keys: KeyStore;
  pipelines: PipelineStore;
  idempotency: IdempotencyStore;
  rateLimits: RateLimitStore;
  erasure: ErasureStore;
  /** The database's clock, carried by our monotonic one: right however wrong this machine's clock is. */
  now(): Date;
  /** Null when the database answers, else why not. */
  trouble(): Promise<string | null>;
  close(): Promise<void>;
}
