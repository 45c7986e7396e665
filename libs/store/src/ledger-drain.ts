import { messageOf, type Logger } from '@medley/kit';
import type { AccountCollection, Movement } from './account-model';
import { callDatabase } from './call-database';
import { insertUnordered } from './insert-unordered';
import type { LedgerCollection } from './ledger-model';
import { settleId } from './movement';
import type { TaskCollection } from './task-model';

/** A place between two durable writes, named after the write that was just done. Tests crash there. */
export type FailPoint = (after: string) => Promise<void> | void;

export interface MoneyCollections {
  accounts: AccountCollection;
  ledger: LedgerCollection;
  tasks: TaskCollection;
}

/** Accounts whose movements must stay: reservations whose task nobody has stored (yet). */
type HeldMovements = Map<string, Movement[]>;

const DRAIN_MS = 100;
/** An insert that has not come by then never comes from here; `repair` refunds its reservation. */
const RETRY_WINDOW_MS = 10_000;
const DUPLICATE_KEY = 11_000;

/**
 * Carries movements from the accounts to the ledger, behind the back of those who wait. Every step can be repeated
 * and done by several processes at once: the ledger has one entry per id, and an id leaves an account only once its
 * entry is stored. A reservation leaves only when its task is stored or it was ended: so whatever lies on an
 * account for long is a reservation without a task, and nobody has to search the ledger for those.
 */
export class LedgerDrain {
  readonly #pending = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly collections: MoneyCollections,
    private readonly logger: Logger,
    private readonly failPoint: FailPoint,
  ) {}

  /** Drain this account soon, and again until `until` (monotonic ms) while something of it has to stay. */
  schedule(accountId: string, until = performance.now() + RETRY_WINDOW_MS): void {
    this.#pending.set(accountId, Math.max(until, this.#pending.get(accountId) ?? 0));
    this.#timer ??= setTimeout(() => {
      this.#running = this.#drainPending();
    }, DRAIN_MS).unref();
  }

  async stop(): Promise<void> {
    await this.#running;
    await this.#drainPending();
    clearTimeout(this.#timer);
  }

  async #drainPending(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pending = new Map(this.#pending);
    this.#pending.clear();
    if (pending.size === 0) return;
    try {
      for (const id of (await this.drain([...pending.keys()])).keys()) {
        const until = pending.get(id) ?? 0;
        if (until > performance.now()) this.schedule(id, until);
      }
    } catch (error) {
      // Nothing is lost: the movements wait on their accounts for the next drain or repair.
      this.logger.warn('movements did not reach the ledger yet', { error: messageOf(error) });
    }
  }

  /** Drain these accounts now; what had to stay. */
  async drain(accountIds: readonly string[]): Promise<HeldMovements> {
    const { accounts, ledger } = this.collections;
    const found = await callDatabase(() =>
      accounts.find({ _id: { $in: [...accountIds] } }, { projection: { movements: 1 } }).toArray(),
    );
    const stored = await this.#storedTasks(found.flatMap((account) => account.movements.filter(isReserve)));
    const done = new Map<string, Movement[]>();
    const unfinished: HeldMovements = new Map();
    for (const { _id, movements } of found) {
      const [leaving, staying] = partition(movements, stored);
      if (leaving.length > 0) done.set(_id, leaving);
      if (staying.length > 0) unfinished.set(_id, staying);
    }
    if (done.size === 0) return unfinished;

    const entries = [...done].flatMap(([account_id, movements]) =>
      movements.map(({ id, ...rest }) => ({ _id: id, account_id, ...rest })),
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
    if (ids.length === 0) return new Set();
    const rows = await callDatabase(() =>
      this.collections.tasks.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray(),
    );
    return new Set(rows.map((row) => row._id));
  }
}

function isReserve(movement: Movement): boolean {
  return movement.kind === 'reserve';
}

/** What may go to the ledger, and the reservations that must wait for their task or their end. */
function partition(movements: readonly Movement[], stored: ReadonlySet<string>): [Movement[], Movement[]] {
  const ids = new Set(movements.map(({ id }) => id));
  const leaving: Movement[] = [];
  const staying: Movement[] = [];
  for (const movement of movements) {
    const { task_id } = movement;
    const waits =
      isReserve(movement) && task_id !== null && !stored.has(task_id) && !ids.has(settleId(task_id));
    (waits ? staying : leaving).push(movement);
  }
  return [leaving, staying];
}
