import type { Delivery, DeliveryState } from '@medley/contracts';

/** A delivery without its body. */
interface ListedDelivery {
  task_id: string;
  delivery: Delivery;
}

/** Where a page begins: after this delivery in the order of the listing. */
export interface DeliveryPosition {
  created_at: Date;
  id: string;
}

/** Which deliveries of an account a listing has; every field narrows it. */
export interface DeliveryFilter {
  account_id: string;
  status?: DeliveryState | undefined;
  /** Both bounds belong to the range. */
  created_after?: Date | undefined;
  created_before?: Date | undefined;
}

/** The deliveries of all tasks of an account. */
export interface DeliveryStore {
  /** Newest first, then by id. */
  list(
    filter: DeliveryFilter,
    page: { limit: number; after: DeliveryPosition | null },
  ): Promise<ListedDelivery[]>;
  /** The id of its task; null when the account has no such delivery. */
  findTask(accountId: string, deliveryId: string): Promise<string | null>;
}
