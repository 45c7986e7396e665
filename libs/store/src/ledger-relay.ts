import { messageOf, type Logger } from '@medley/kit';
import type { AccountCollection, Movement } from './account-model';
import { callDatabase } from './call-database';
import { insertUnordered } from './insert-unordered';
import type { LedgerCollection, LedgerDocument } from './ledger-model';
import { revokeId, settleId } from './movement';
import type { TaskCollection } from './task-model';

/** Called between two durable writes with the name of the first one. Tests simulate a crash there. */
export type FailPoint = (after: string) => Promise<void> | void;

export interface MoneyCollections {
  accounts: AccountCollection;
  ledger: LedgerCollection;
  tasks: TaskCollection;
}

/** By account: the reservations that stay in the outbox because their task is not stored (yet). */
type HeldMovements = Map<string, Movement[]>;

/** Milliseconds for which movements are gathered before they are drained. */
const DRAIN_MS = 800;
/** The same after a reservation: the process that settles the task drains both, mostly before that. */
const RESERVED_MS = 5_000;
/** Movements after which they are drained at once, as every write of their account copies them; a reservation counts a quarter. */
const DRAIN_COUNT = 256;
const RESERVED_SHARE = 0.25;
/** How long to wait for the insert of a task; later `repair` refunds its reservation. */
const RETRY_WINDOW_MS = 10_000;
const DUPLICATE_KEY = 11_000;
/** Tasks that this process stored lately; more are looked up. */
const STORED_MAX = 10_000;

/**
 * The relay of the transactional outbox: moves movements from the outboxes of the accounts to the ledger, in the
 * background. Every step is idempotent and may run in several processes at once: the ledger has one entry per id, and a
 * movement is removed from its account only after its entry is stored. A reservation is removed only when its task is
 * stored or it was ended, and with it a settlement in the same write (`with_task`). Old movements in an outbox are therefore
 * those of tasks that are not stored, which `repair` finds without searching the ledger.
 */
export class LedgerRelay {
  /** The accounts to drain, and until when (monotonic ms) again while movements have to stay. */
  readonly #pending = new Map<string, number>();
  readonly #stored = new Set<string>();
  #gathered = 0;
  #timer: NodeJS.Timeout | undefined;
  #dueAt = Infinity;
  #running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly collections: MoneyCollections,
    private readonly logger: Logger,
    private readonly failPoint: FailPoint,
  ) {}

  /** This account has so many new movements: drain it soon, or at once when many have been gathered. */
  schedule(accountId: string, movements = 1): void {
    this.#gathered += movements;
    this.#drainWithin(DRAIN_MS, accountId);
  }

  /** The same for reservations of tasks. */
  scheduleReserved(accountId: string, movements: number): void {
    this.#gathered += movements * RESERVED_SHARE;
    this.#drainWithin(RESERVED_MS, accountId);
  }

  #drainWithin(ms: number, accountId: string, until = performance.now() + RETRY_WINDOW_MS): void {
    this.#pending.set(accountId, Math.max(until, this.#pending.get(accountId) ?? 0));
    const dueAt = performance.now() + (this.#gathered >= DRAIN_COUNT ? 0 : ms);
    if (dueAt >= this.#dueAt) return;
    this.#dueAt = dueAt;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#running = this.#running.then(() => this.#drainPending());
    }, dueAt - performance.now()).unref();
  }

  /** These tasks have been stored by this process, so that their reservations can be drained without looking for them. */
  noteStored(taskIds: readonly string[]): void {
    for (const id of taskIds) this.#stored.add(id);
    for (const oldest of this.#stored) {
      if (this.#stored.size <= STORED_MAX) return;
      this.#stored.delete(oldest);
    }
  }

  async stop(): Promise<void> {
    await this.#running;
    await this.#drainPending();
    clearTimeout(this.#timer);
  }

  async #drainPending(): Promise<void> {
    clearTimeout(this.#timer);
    [this.#dueAt, this.#gathered] = [Infinity, 0];
    const pending = new Map(this.#pending);
    this.#pending.clear();
    if (pending.size === 0) return;
    try {
      for (const id of (await this.drain([...pending.keys()])).keys()) {
        const until = pending.get(id) ?? 0;
        if (until > performance.now()) this.#drainWithin(DRAIN_MS, id, until);
      }
    } catch (error) {
      // Nothing is lost: the movements stay on their accounts until the next drain or repair.
      this.logger.warn('draining movements to the ledger failed, it is repeated', {
        error: messageOf(error),
      });
    }
  }

  /** Drain these accounts now; returns the movements that had to stay. */
  async drain(accountIds: readonly string[]): Promise<HeldMovements> {
    const { accounts, ledger } = this.collections;
    const found = await callDatabase(() =>
      accounts.find({ _id: { $in: [...accountIds] } }, { projection: { movements: 1 } }).toArray(),
    );
    const stored = await this.#storedTasks(found.flatMap(({ movements }) => openReservations(movements)));
    const done = new Map<string, Movement[]>();
    const unfinished: HeldMovements = new Map();
    for (const { _id, movements } of found) {
      const [drained, held] = partition(movements, stored);
      if (drained.length > 0) done.set(_id, drained);
      if (held.length > 0) unfinished.set(_id, held);
    }
    if (done.size === 0) return unfinished;

    const entries = [...done].flatMap(([account_id, movements]) =>
      movements.map((movement) => toEntry(account_id, movement)),
    );
    const errors = await callDatabase(() => insertUnordered(ledger, entries));
    const real = [...errors.values()].find((error) => error.code !== DUPLICATE_KEY);
    if (real) throw real;
    await this.failPoint('ledger insert');

    await callDatabase(() =>
      accounts.bulkWrite(
        [...done].map(([_id, movements]) => ({
          updateOne: {
            filter: { _id },
            update: { $pull: { movements: { id: { $in: movements.map(({ id }) => id) } } } },
          },
        })),
        { ordered: false },
      ),
    );
    return unfinished;
  }

  async #storedTasks(reservations: readonly Movement[]): Promise<Set<string>> {
    const ids = reservations.flatMap(({ task_id }) => (task_id === null ? [] : [task_id]));
    const known = ids.filter((id) => this.#stored.delete(id));
    const stored = new Set(known);
    const unknown = ids.filter((id) => !stored.has(id));
    if (unknown.length === 0) return stored;
    const rows = await callDatabase(() =>
      this.collections.tasks.find({ _id: { $in: unknown } }, { projection: { _id: 1 } }).toArray(),
    );
    for (const { _id } of rows) stored.add(_id);
    return stored;
  }
}

function toEntry(account_id: string, movement: Movement): LedgerDocument {
  const { id, ...rest } = movement;
  delete rest.with_task;
  return { _id: id, account_id, ...rest };
}

/** The reservations in an outbox that have not been ended, except with the task itself. */
function openReservations(movements: readonly Movement[]): Movement[] {
  const ids = new Set(movements.flatMap(({ id, with_task }) => (with_task ? [] : [id])));
  return movements.filter(
    ({ kind, task_id }) =>
      kind === 'reserve' && task_id !== null && !ids.has(settleId(task_id)) && !ids.has(revokeId(task_id)),
  );
}

/**
 * Split into movements to drain and those that must stay: reservations until their task is stored or they are ended, and with
 * them settlements in the same write.
 */
function partition(movements: readonly Movement[], stored: ReadonlySet<string>): [Movement[], Movement[]] {
  const open = openReservations(movements).filter(({ task_id }) => !stored.has(task_id ?? ''));
  const heldTasks = new Set(open.map(({ task_id }) => task_id));
  const isHeld = ({ task_id }: Movement): boolean => task_id !== null && heldTasks.has(task_id);
  return [movements.filter((movement) => !isHeld(movement)), movements.filter(isHeld)];
}
