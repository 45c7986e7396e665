import { AppError } from '@medley/kit';
import { setTimeout as pause } from 'node:timers/promises';
import type { AccountDocument, Movement } from './account-model';
import { callDatabase } from './call-database';
import { KeyedGroupCommit } from './group-commit';
import type { MoneyDependencies } from './money-dependencies';
import { reserveMovement, sumOf } from './movement';
import type { AccountStore, ReservationOutcome, ReservationRequest } from './stores';
import { ensureCounted } from './unfinished-count';

/** A reservation that one task of an account asks for. */
export interface Reservation extends ReservationRequest {
  taskId: string;
}

interface ReservationGroup<T extends Reservation> {
  accountId: string;
  items: readonly T[];
  attempt(fitting: readonly T[]): Promise<boolean>;
}

interface ReservationWrite {
  filter: {
    _id: string;
    erasing_at: { $exists: false };
    balance: { $gte: number };
    unfinished: { $lte: number };
  };
  update: {
    $inc: Record<'balance' | 'reserved' | 'charged' | 'unfinished', number>;
    $push: { movements: { $each: Movement[] } };
  };
}

interface Capacity {
  balance: number;
  unfinished: number;
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
      const attempt = (fitting: readonly Reservation[]): Promise<boolean> =>
        tryReserve(dependencies, accountId, fitting);
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
  if (await attempt(items)) return items.map(() => 'reserved');
  let checks = 0;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const capacity = await findCapacity(dependencies, accountId);
    if (!capacity) return items.map(() => 'unaffordable');
    const outcomes = allocate(items, capacity);
    const isFull = outcomes.includes('too_many_tasks');
    if (isFull && checks < SETTLING_CHECKS && (await isSettling(dependencies, accountId, items))) {
      checks += 1;
      tries -= 1;
      await pause(SETTLING_CHECK_MS);
      continue;
    }
    const fitting = items.filter((_, index) => outcomes[index] === 'reserved');
    if (fitting.length === 0 || (await attempt(fitting))) return outcomes;
  }
  throw new AppError('UPSTREAM_ERROR', 'too many reservations of one account at once', { retryable: true });
}

/** Read the balance and the counter, which is created if missing. Null when the account is unknown or being erased. */
async function findCapacity(dependencies: MoneyDependencies, accountId: string): Promise<Capacity | null> {
  const { accounts } = dependencies.collections;
  const projection = { balance: 1, unfinished: 1 };
  const read = (): Promise<Pick<AccountDocument, 'balance' | 'unfinished'> | null> =>
    callDatabase(() => accounts.findOne({ _id: accountId, erasing_at: { $exists: false } }, { projection }));
  let found = await read();
  if (found && found.unfinished == null) {
    await ensureCounted(dependencies.collections, accountId);
    found = await read();
  }
  return found && { balance: found.balance, unfinished: found.unfinished ?? 0 };
}

/** Decide the outcome of each request for this capacity, in order. */
function allocate(items: readonly Reservation[], capacity: Capacity): ReservationOutcome[] {
  let { balance, unfinished } = capacity;
  return items.map(({ units, unfinishedMax }) => {
    if (unfinishedMax !== null && unfinished >= unfinishedMax) return 'too_many_tasks';
    if (balance < units) return 'unaffordable';
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
  accountId: string,
  items: readonly Reservation[],
): Promise<boolean> {
  const { filter, update } = reservationWrite(accountId, items, clock.now());
  const result = await callDatabase(() => collections.accounts.updateOne(filter, update));
  if (result.matchedCount === 0) return false;
  relay.schedule(accountId);
  await failPoint('reservation');
  return true;
}

/** The conditional write that reserves for all items; its filter matches only if they fit. */
export function reservationWrite(
  accountId: string,
  items: readonly Reservation[],
  at: Date,
): ReservationWrite {
  const movements = items.map(({ taskId, units }) => reserveMovement(taskId, units, at));
  const sum = sumOf(movements);
  const caps = items.map(({ unfinishedMax }, index) => (unfinishedMax ?? Infinity) - 1 - index);
  return {
    // A comparison never matches a missing counter.
    filter: {
      _id: accountId,
      erasing_at: { $exists: false },
      balance: { $gte: sum.reserved },
      unfinished: { $lte: Math.min(...caps) },
    },
    update: { $inc: { ...sum, unfinished: items.length }, $push: { movements: { $each: movements } } },
  };
}
