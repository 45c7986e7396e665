import type { Delivery } from './task';

export interface DeliveryListRequest {
  /** 1..100, default 20. */
  limit?: number;
  status?: Delivery['status'];
  /** ISO 8601; deliveries of tasks that ended then or later. */
  created_after?: string;
  /** ISO 8601; deliveries of tasks that ended then or earlier. */
  created_before?: string;
  /** `pagination.next_cursor` of the page before. */
  cursor?: string;
}

export interface DeliveryPage {
  items: Delivery[];
  pagination: { limit: number; next_cursor: string | null };
}

/** What a receiver answered to a `webhook.test`. */
export interface WebhookTestResult {
  id: string;
  /** A status of 200 to 299. */
  delivered: boolean;
  status_code: number | null;
  response_time_ms: number;
  error: string | null;
  /** The first KiB of the response; null without one. */
  body: string | null;
}

export interface RotatedSecret {
  /** `whsec_…` */
  webhook_secret: string;
  /** Null: the previous secret ended at once. */
  previous_valid_until: string | null;
}
