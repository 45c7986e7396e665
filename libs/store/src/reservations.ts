import { AppError } from '@medley/kit';
import { setTimeout as pause } from 'node:timers/promises';
import type { AccountDocument } from './account-model';
import { callDatabase } from './call-database';
import { KeyedGroupCommit } from './group-commit';
import type { MoneyParts } from './money-parts';
import { reserveMovement, sumOf } from './movement';
import type { AccountStore, ReservationOutcome, ReservationRequest } from './stores';
import { ensureCounted } from './unfinished-count';

interface Reservation extends ReservationRequest {
  taskId: string;
}

interface Room {
  balance: number;
  unfinished: number;
}

const GROUP_MAX = 200;
const TRIES = 50;
/** A task counts until it is settled, which is moments after its end: so long a full account is asked again. */
const SETTLING_LOOKS = 20;
const SETTLING_LOOK_MS = 50;

/**
 * Reservations: money set aside and the counter of unfinished tasks raised in ONE write that demands room for both.
 * Those asked for together share a write; where not all fit, what is left is given out in the order of asking.
 */
export function createReservations(parts: MoneyParts): AccountStore['reserve'] {
  const groups = new KeyedGroupCommit<Reservation, ReservationOutcome>((accountId) => ({
    write: async (items) => {
      const outcomes = await reserveMany(parts, accountId, items);
      return outcomes.map((value) => ({ status: 'fulfilled', value }));
    },
    maxItems: GROUP_MAX,
    maxInFlight: 1,
  }));
  return (accountId, taskId, request) => groups.add(accountId, { taskId, ...request });
}

async function reserveMany(
  parts: MoneyParts,
  accountId: string,
  items: readonly Reservation[],
): Promise<ReservationOutcome[]> {
  if (await reserveTogether(parts, accountId, items)) return items.map(() => 'reserved');
  let looks = 0;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const room = await findRoom(parts, accountId);
    if (!room) return items.map(() => 'unaffordable');
    const outcomes = handOut(items, room);
    const isFull = outcomes.includes('too_many_tasks');
    if (isFull && looks < SETTLING_LOOKS && (await isSettling(parts, accountId, items))) {
      looks += 1;
      tries -= 1;
      await pause(SETTLING_LOOK_MS);
      continue;
    }
    const fitting = items.filter((_, index) => outcomes[index] === 'reserved');
    if (fitting.length === 0 || (await reserveTogether(parts, accountId, fitting))) return outcomes;
  }
  throw new AppError('UPSTREAM_ERROR', 'too many reservations of one account at once', { retryable: true });
}

/** What the account has left; a counter that is not there yet is made first. Null for one that is unknown or being removed. */
async function findRoom(parts: MoneyParts, accountId: string): Promise<Room | null> {
  const { accounts } = parts.collections;
  const projection = { balance: 1, unfinished: 1 };
  const read = (): Promise<Pick<AccountDocument, 'balance' | 'unfinished'> | null> =>
    callDatabase(() => accounts.findOne({ _id: accountId, erasing_at: { $exists: false } }, { projection }));
  let found = await read();
  if (found && found.unfinished == null) {
    await ensureCounted(parts.collections, accountId);
    found = await read();
  }
  return found && { balance: found.balance, unfinished: found.unfinished ?? 0 };
}

/** The outcome of each if the room is as it was read. */
function handOut(items: readonly Reservation[], room: Room): ReservationOutcome[] {
  let { balance, unfinished } = room;
  return items.map(({ units, unfinishedMax }) => {
    if (unfinishedMax !== null && unfinished >= unfinishedMax) return 'too_many_tasks';
    if (balance < units) return 'unaffordable';
    balance -= units;
    unfinished += 1;
    return 'reserved';
  });
}

/** Whether fewer tasks are pending than count: some have ended and wait for their bill, or are not stored yet. */
async function isSettling(
  { collections }: MoneyParts,
  accountId: string,
  items: readonly Reservation[],
): Promise<boolean> {
  const cap = Math.max(1, ...items.map(({ unfinishedMax }) => unfinishedMax ?? 0));
  const filter = { account_id: accountId, status: 'pending' as const };
  return (await callDatabase(() => collections.tasks.countDocuments(filter, { limit: cap }))) < cap;
}

async function reserveTogether(
  { collections, drain, clock, checkpoint }: MoneyParts,
  accountId: string,
  items: readonly Reservation[],
): Promise<boolean> {
  const at = clock.now();
  const movements = items.map(({ taskId, units }) => reserveMovement(taskId, units, at));
  const sum = sumOf(movements);
  const caps = items.map(({ unfinishedMax }, index) => (unfinishedMax ?? Infinity) - 1 - index);
  const result = await callDatabase(() =>
    collections.accounts.updateOne(
      // A comparison never matches a counter that is not there.
      {
        _id: accountId,
        erasing_at: { $exists: false },
        balance: { $gte: sum.reserved },
        unfinished: { $lte: Math.min(...caps) },
      },
      { $inc: { ...sum, unfinished: items.length }, $push: { movements: { $each: movements } } },
    ),
  );
  if (result.matchedCount === 0) return false;
  drain.schedule(accountId);
  await checkpoint('reservation');
  return true;
}
