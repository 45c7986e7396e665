import { AppError } from '@medley/kit';
import { setTimeout as pause } from 'node:timers/promises';
import type { AccountDocument, Movement } from './account-model';
import { BudgetsLeft, writeBudgets, type BudgetFilter } from './budget-write';
import { callDatabase } from './call-database';
import { KeyedGroupCommit } from './group-commit';
import type { Budgets } from './key-budget';
import type { MoneyDependencies } from './money-dependencies';
import { reserveMovement, settleMovementWithTask, sumOf } from './movement';
import type { AccountStore, ReservationOutcome, ReservationRequest, Settlement } from './stores';
import { ensureCounted } from './unfinished-count';

/** A reservation that one task of an account asks for. */
export interface Reservation extends ReservationRequest {
  taskId: string;
  /** Of a task that has ended already, which is settled in the same write. */
  settlement?: Settlement | undefined;
}

interface ReservationGroup<T extends Reservation> {
  accountId: string;
  items: readonly T[];
  /** `budgets`: those that the account is believed to have; null: none. */
  attempt(fitting: readonly T[], budgets: Budgets | null): Promise<boolean>;
}

/** An account with the budgets that it is believed to have; null: none. */
export interface ReservingAccount {
  accountId: string;
  budgets: Budgets | null;
}

interface ReservationWrite {
  filter: {
    _id: string;
    erasing_at: { $exists: false };
    balance: { $gte: number };
    unfinished: { $lte: number };
  } & BudgetFilter;
  update: {
    $inc: Record<'balance' | 'reserved' | 'charged' | 'unfinished', number> & Record<string, number>;
    $push: { movements: { $each: Movement[] } };
  };
}

interface Capacity {
  balance: number;
  unfinished: number;
  budgets: Budgets | null;
}

const GROUP_MAX = 200;
const TRIES = 50;
/** A task counts until its settlement, shortly after its end; a full account is checked again for up to one second. */
const SETTLING_CHECKS = 20;
const SETTLING_CHECK_MS = 50;

/**
 * Create the `reserve` operation: it reserves money and raises the counter of unfinished tasks in ONE conditional write.
 * Concurrent requests share a write; when not all fit, they are granted in request order.
 */
export function createReservations(dependencies: MoneyDependencies): AccountStore['reserve'] {
  const groups = new KeyedGroupCommit<Reservation, ReservationOutcome>((accountId) => ({
    write: async (items) => {
      const attempt = (fitting: readonly Reservation[], budgets: Budgets | null): Promise<boolean> =>
        tryReserve(dependencies, { accountId, budgets }, fitting);
      const outcomes = await reserveInOrder(dependencies, { accountId, items, attempt });
      return outcomes.map((value) => ({ status: 'fulfilled', value }));
    },
    maxItems: GROUP_MAX,
    maxInFlight: 1,
  }));
  return (accountId, taskId, request) => groups.add(accountId, { taskId, ...request });
}

/**
 * Grant the reservations of `items` with as few attempts as possible; when not all fit, in their order. `attempt` reserves all
 * of its items or none; it returns false when they do not fit.
 */
export async function reserveInOrder<T extends Reservation>(
  dependencies: MoneyDependencies,
  { accountId, items, attempt }: ReservationGroup<T>,
): Promise<ReservationOutcome[]> {
  if (await attempt(items, null)) return items.map(() => 'reserved');
  let checks = 0;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const capacity = await findCapacity(dependencies, accountId);
    if (!capacity) return items.map(() => 'unaffordable');
    const outcomes = allocate(items, capacity, dependencies.clock.now());
    const isFull = outcomes.includes('too_many_tasks');
    if (isFull && checks < SETTLING_CHECKS && (await isSettling(dependencies, accountId, items))) {
      checks += 1;
      tries -= 1;
      await pause(SETTLING_CHECK_MS);
      continue;
    }
    const fitting = items.filter((_, index) => outcomes[index] === 'reserved');
    if (fitting.length === 0 || (await attempt(fitting, capacity.budgets))) return outcomes;
  }
  throw new AppError('UPSTREAM_ERROR', 'too many reservations of one account at once', { retryable: true });
}

/** Read the balance and the counter, which is created if missing. Null when the account is unknown or being erased. */
async function findCapacity(dependencies: MoneyDependencies, accountId: string): Promise<Capacity | null> {
  const { accounts } = dependencies.collections;
  const projection = { balance: 1, unfinished: 1, budgets: 1 };
  const read = (): Promise<Pick<AccountDocument, 'balance' | 'unfinished' | 'budgets'> | null> =>
    callDatabase(() => accounts.findOne({ _id: accountId, erasing_at: { $exists: false } }, { projection }));
  let found = await read();
  if (found && found.unfinished == null) {
    await ensureCounted(dependencies.collections, accountId);
    found = await read();
  }
  return found && { ...found, unfinished: found.unfinished ?? 0, budgets: found.budgets ?? null };
}

/** Decide the outcome of each request for this capacity, in order. */
function allocate(items: readonly Reservation[], capacity: Capacity, now: Date): ReservationOutcome[] {
  let { balance, unfinished } = capacity;
  const budgets = new BudgetsLeft(capacity.budgets, now);
  return items.map(({ units, unfinishedMax, keyId = null }) => {
    if (unfinishedMax !== null && unfinished >= unfinishedMax) return 'too_many_tasks';
    if (balance < units) return 'unaffordable';
    if (!budgets.take(keyId, units)) return 'over_budget';
    balance -= units;
    unfinished += 1;
    return 'reserved';
  });
}

/** Whether fewer tasks are pending than the cap: the others have ended and await settlement, or are not stored yet. */
async function isSettling(
  { collections }: MoneyDependencies,
  accountId: string,
  items: readonly Reservation[],
): Promise<boolean> {
  const cap = Math.max(1, ...items.map(({ unfinishedMax }) => unfinishedMax ?? 0));
  const filter = { account_id: accountId, status: 'pending' as const };
  return (await callDatabase(() => collections.tasks.countDocuments(filter, { limit: cap }))) < cap;
}

/** Reserve for all items in one write, or for none; returns false when they do not fit. */
export async function tryReserve(
  { collections, relay, clock, failPoint }: MoneyDependencies,
  account: ReservingAccount,
  items: readonly Reservation[],
): Promise<boolean> {
  const { accountId } = account;
  const { filter, update } = reservationWrite(account, items, clock.now());
  const result = await callDatabase(() => collections.accounts.updateOne(filter, update));
  if (result.matchedCount === 0) return false;
  relay.schedule(accountId);
  await failPoint('reservation');
  return true;
}

/**
 * The conditional write that reserves for all items, and settles those that have ended; its filter matches only if the
 * reservations fit.
 */
export function reservationWrite(
  { accountId, budgets }: ReservingAccount,
  items: readonly Reservation[],
  at: Date,
): ReservationWrite {
  const reserved = items.map((item) => reserveMovement(item, at));
  const settled = items.flatMap(({ settlement }) =>
    settlement ? [settleMovementWithTask(settlement, at)] : [],
  );
  const movements = [...reserved, ...settled];
  const budgetWrite = writeBudgets(items, budgets, at);
  const caps = items.map(({ unfinishedMax }, index) => (unfinishedMax ?? Infinity) - 1 - index);
  return {
    // A comparison never matches a missing counter.
    filter: {
      _id: accountId,
      erasing_at: { $exists: false },
      balance: { $gte: sumOf(reserved).reserved },
      unfinished: { $lte: Math.min(...caps) },
      ...budgetWrite.filter,
    },
    update: {
      $inc: { ...sumOf(movements), unfinished: reserved.length - settled.length, ...budgetWrite.increments },
      $push: { movements: { $each: movements } },
    },
  };
}
