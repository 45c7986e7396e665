import type { Task } from '@medley/contracts';
import type { AccountDocument } from './account-model';
import { callDatabase } from './call-database';
import type { Mongo } from './connect-mongo';
import { exactWriteErrors } from './exact-write-errors';
import { KeyedGroupCommit } from './group-commit';
import { insertUnordered, type RefusedWrite } from './insert-unordered';
import type { MoneyDependencies } from './money-dependencies';
import {
  reservationWrite,
  reserveInOrder,
  tryReserve,
  type Reservation,
  type ReservingAccount,
} from './reservations';
import type { CreationStore, ReservationOutcome } from './stores';
import { toDocument } from './task-document';
import type { TaskDocument } from './task-model';

interface CreationDependencies extends MoneyDependencies {
  database: Mongo;
}

/** The two collections of one command, by namespace. */
type Namespaces = Record<`${string}.accounts`, AccountDocument> & Record<`${string}.tasks`, TaskDocument>;

interface Creation extends Reservation {
  document: TaskDocument;
}

/** Inserts of these creations failed although their reservations were made. */
type FailedInserts = Map<Creation, RefusedWrite>;

const GROUP_MAX = 200;
const IMMUTABLE_FIELD = 66;

/**
 * Create the store that reserves for new tasks and inserts them. Concurrent creations of an account share ONE command, which
 * the server executes in order and ends at the first error; so no task is ever stored without its reservation, and both cost
 * one round trip and one journal flush. Without `bulkWrite` (MongoDB 7) there are two commands.
 */
export function createCreations(dependencies: CreationDependencies): CreationStore {
  const listeners: ((task: Task) => void)[] = [];
  const groups = new KeyedGroupCommit<Creation, ReservationOutcome>((accountId) => ({
    write: (items) => createMany(dependencies, accountId, items),
    maxItems: GROUP_MAX,
    maxInFlight: 1,
  }));
  return {
    async create(task, { unfinishedMax, origin, settlement }) {
      const outcome = await groups.add(task.account_id, {
        taskId: task.id,
        units: task.cost.reserved,
        unfinishedMax,
        keyId: task.key_id ?? null,
        settlement,
        document: { ...toDocument(task), ...(origin !== undefined && { origin }) },
      });
      if (outcome === 'reserved') for (const listener of listeners) listener(task);
      return outcome;
    },
    onStored: (listener) => void listeners.push(listener),
  };
}

async function createMany(
  dependencies: CreationDependencies,
  accountId: string,
  items: readonly Creation[],
): Promise<PromiseSettledResult<ReservationOutcome>[]> {
  const failed: FailedInserts = new Map();
  const attempt = dependencies.database.hasBulkWrite ? tryCreate : tryCreateInTwoCommands;
  const outcomes = await reserveInOrder(dependencies, {
    accountId,
    items,
    attempt: (fitting, budgets) => attempt(dependencies, fitting, { accountId, budgets, failed }),
  });
  const stored = items.filter((item, index) => outcomes[index] === 'reserved' && !failed.has(item));
  dependencies.relay.noteStored(stored.map(({ taskId }) => taskId));
  return items.map((item, index) => {
    const reason = failed.get(item);
    return reason
      ? { status: 'rejected', reason }
      : { status: 'fulfilled', value: outcomes[index] ?? 'unaffordable' };
  });
}

interface Attempt extends ReservingAccount {
  failed: FailedInserts;
}

/** Reserve for all items and insert them in one command; returns false, and stores nothing, when they do not fit. */
async function tryCreate(
  dependencies: CreationDependencies,
  items: readonly Creation[],
  { accountId, budgets, failed }: Attempt,
): Promise<boolean> {
  const { database, relay, clock } = dependencies;
  const { filter, update } = reservationWrite({ accountId, budgets }, items, clock.now());
  const reserve = {
    namespace: `${database.databaseName}.accounts`,
    name: 'updateOne',
    filter,
    // Without a match the upsert fails, because the new document would have another id than the filter: an error, unlike an
    // update that matches nothing, ends the ordered command before its inserts.
    update: { ...update, $setOnInsert: { _id: '' } },
    upsert: true,
  } as const;
  const namespace = `${database.databaseName}.tasks` as const;
  const inserts = items.map(({ document }) => ({ namespace, name: 'insertOne', document }) as const);
  try {
    await callDatabase(() => database.client.bulkWrite<Namespaces>([reserve, ...inserts], { ordered: true }));
  } catch (error) {
    const refused = [...(exactWriteErrors(error) ?? [])][0];
    if (!refused) throw error;
    const [index, reason] = refused;
    if (index === 0 && reason.code === IMMUTABLE_FIELD) return false;
    if (index === 0) throw reason;
    // The reservation and the inserts before the refused one are stored, those after it were not tried.
    await insertRest(dependencies, items.slice(index - 1), { reason, failed });
  }
  const settled = items.filter(({ settlement }) => settlement).length;
  if (settled < items.length) relay.scheduleReserved(accountId, items.length - settled);
  // Nothing more follows for these.
  if (settled > 0) relay.schedule(accountId, 2 * settled);
  return true;
}

/** The first item was refused for this reason; insert the others independently of each other. */
async function insertRest(
  dependencies: CreationDependencies,
  [refused, ...rest]: readonly Creation[],
  { reason, failed }: { reason: RefusedWrite; failed: FailedInserts },
): Promise<void> {
  if (refused) failed.set(refused, reason);
  await insertAll(dependencies, rest, failed);
}

async function tryCreateInTwoCommands(
  dependencies: CreationDependencies,
  items: readonly Creation[],
  { failed, ...account }: Attempt,
): Promise<boolean> {
  if (!(await tryReserve(dependencies, account, items))) return false;
  await insertAll(dependencies, items, failed);
  return true;
}

async function insertAll(
  { collections }: CreationDependencies,
  items: readonly Creation[],
  failed: FailedInserts,
): Promise<void> {
  const documents = items.map(({ document }) => document);
  const errors = await callDatabase(() => insertUnordered(collections.tasks, documents));
  items.forEach((item, index) => {
    const reason = errors.get(index);
    if (reason) failed.set(item, reason);
  });
}
