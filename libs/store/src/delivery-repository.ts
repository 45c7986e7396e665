import { deliveryStates, type Delivery } from '@medley/contracts';
import type { mongo } from 'mongoose';
import { callDatabase } from './call-database';
import type { DeliveryFilter, DeliveryPosition, DeliveryStore } from './delivery-store';
import { EPOCH } from './task-indexes';
import type { TaskCollection, TaskDocument } from './task-model';

type Filter = mongo.Filter<TaskDocument>;

interface Row {
  _id: string;
  delivery: Omit<Delivery, 'body'>;
}

/** Queries for the deliveries in the `tasks` collection. */
export function createDeliveryRepository(tasks: TaskCollection): DeliveryStore {
  return {
    async list(wanted, { limit, after }) {
      const { account_id, status } = wanted;
      const filter = {
        account_id,
        // All states by name, so that one index serves both: its ranges are merged in the order of the listing.
        'delivery.state': { $in: status ? [status] : deliveryStates },
        'delivery.created_at': rangeOf(wanted, after),
        ...(after && { $or: afterPosition(after) }),
      } as Filter;
      const stages = [
        { $match: filter },
        { $sort: { 'delivery.created_at': -1, 'delivery.id': -1 } },
        { $limit: limit },
        { $project: { delivery: 1 } },
        // May be large.
        { $unset: 'delivery.body' },
      ];
      const rows = await callDatabase(() => tasks.aggregate<Row>(stages).toArray());
      return rows.map(({ _id, delivery }) => ({ task_id: _id, delivery: { ...delivery, body: null } }));
    },

    async findTask(accountId, deliveryId) {
      const filter = {
        account_id: accountId,
        'delivery.id': deliveryId,
        'delivery.created_at': { $gt: EPOCH },
      } as Filter;
      const found = await callDatabase(() => tasks.findOne(filter, { projection: { _id: 1 } }));
      return found?._id ?? null;
    },
  };
}

/** Bounds the scan of the index, whose own condition the first bound repeats. */
function rangeOf(
  { created_after, created_before }: DeliveryFilter,
  after: DeliveryPosition | null,
): Record<string, Date> {
  const last = [created_before, after?.created_at].flatMap((date) => date?.getTime() ?? []);
  return {
    $gt: EPOCH,
    ...(created_after && { $gte: created_after }),
    ...(last.length > 0 && { $lte: new Date(Math.min(...last)) }),
  };
}

function afterPosition({ created_at, id }: DeliveryPosition): object[] {
  return [{ 'delivery.created_at': { $lt: created_at } }, { 'delivery.id': { $lt: id } }];
}
