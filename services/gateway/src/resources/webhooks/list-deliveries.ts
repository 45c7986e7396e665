import Joi from 'joi';
import { deliveryStates, type DeliveryState } from '@medley/contracts';
import type { DeliveryPosition, Stores } from '@medley/store';
import { showDelivery, type PublicDelivery } from '@medley/task-view';
import { pageFields } from '../../http/read-query';
import { time } from '../../validation/fields';
import { readCursor, writeCursor } from './delivery-cursor';

export interface DeliveryQuery {
  limit: number;
  status?: DeliveryState;
  created_after?: Date;
  created_before?: Date;
  cursor?: DeliveryPosition;
}

export const deliveryQuery: Joi.ObjectSchema<DeliveryQuery> = Joi.object<DeliveryQuery>({
  limit: pageFields.limit,
  status: Joi.valid(...deliveryStates),
  created_after: time.description('Deliveries of tasks that ended then or later.'),
  created_before: time.description('Deliveries of tasks that ended then or earlier.'),
  cursor: Joi.string()
    .custom((value: string, helpers) => readCursor(value) ?? helpers.message({ custom: 'is not a cursor' }))
    .description('`pagination.next_cursor` of the page before.'),
}).unknown(true);

interface DeliveryPage {
  items: PublicDelivery[];
  pagination: { limit: number; next_cursor: string | null };
}

/** A page of the deliveries of all tasks of an account, newest first. */
export async function listDeliveries(
  { deliveries }: Pick<Stores, 'deliveries'>,
  accountId: string,
  { limit, cursor, ...filter }: DeliveryQuery,
): Promise<DeliveryPage> {
  // One more than shown tells whether there is a next page.
  const page = { limit: limit + 1, after: cursor ?? null };
  const found = await deliveries.list({ ...filter, account_id: accountId }, page);
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1)?.delivery : undefined;
  return {
    items: shown.map(({ task_id, delivery }) => showDelivery(task_id, delivery)),
    pagination: { limit, next_cursor: last ? writeCursor(last) : null },
  };
}
