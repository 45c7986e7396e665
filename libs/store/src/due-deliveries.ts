import { callDatabase } from './call-database';
import type { DueDelivery, DueDeliveryPage } from './stores';
import { EPOCH } from './task-indexes';
import type { TaskCollection } from './task-model';

const DUE = 'delivery.next_attempt_at';
/** Exactly fields of the index over due deliveries, so that no document is read. */
const projection = { [DUE]: 1, _id: 1, account_id: 1, receiver: 1, receiver_host: 1 } as const;

interface DueRow {
  _id: string;
  account_id: string;
  receiver?: string | null;
  receiver_host?: string | null;
  delivery: { next_attempt_at: Date };
}

/** Find due deliveries by the index over them alone. */
export async function findDueDeliveries(
  tasks: TaskCollection,
  now: Date,
  page: DueDeliveryPage,
): Promise<DueDelivery[]> {
  const direction = page.from === 'newest' ? -1 : 1;
  const found = tasks
    .find<DueRow>(dueFilter(now, page), { projection })
    .sort({ [DUE]: direction, _id: direction })
    .limit(page.limit);
  const rows = (await callDatabase(() => found.toArray())).map(toDueDelivery);
  return direction < 0 ? rows.reverse() : rows;
}

/** Repeats `$gt: EPOCH`, the condition of the partial index, in each of its branches. */
function dueFilter(now: Date, page: DueDeliveryPage): Record<string, unknown> {
  const after = page.from === 'oldest' ? page.after : null;
  if (!after) return { [DUE]: { $gt: EPOCH, $lte: now } };
  const { due_at: dueAt, id } = after;
  return { $or: [{ [DUE]: { $gt: dueAt, $lte: now } }, { [DUE]: dueAt, _id: { $gt: id } }] };
}

function toDueDelivery(row: DueRow): DueDelivery {
  const host = row.receiver_host ?? '';
  return {
    id: row._id,
    account_id: row.account_id,
    due_at: row.delivery.next_attempt_at,
    address: row.receiver ?? host,
    host,
  };
}
