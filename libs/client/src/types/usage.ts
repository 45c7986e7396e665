export interface LedgerListRequest {
  /** 1..100, default 20. */
  limit?: number;
  /** `pagination.next_cursor` of the page before. */
  cursor?: string;
}

/** A change of the account; amounts are credits. */
export interface LedgerEntry {
  id: string;
  kind: 'opening' | 'credit' | 'reserve' | 'settle' | 'refund';
  task_id: string | null;
  /** The key that created the task; of settlements. */
  key_id: string | null;
  balance: number;
  reserved: number;
  charged: number;
  created_at: string;
}

export interface LedgerPage {
  items: LedgerEntry[];
  pagination: { limit: number; next_cursor: string | null };
}

export interface UsageRequest {
  /** The first day (UTC): `2026-11-01`; default: 29 days before `to`. */
  from?: string;
  /** The last day, included; default: today. */
  to?: string;
  group_by?: 'day' | 'step' | 'key';
}

export interface UsageAmounts {
  tasks: number;
  /** Of media. */
  minutes: number;
  characters: number;
  tokens: number;
  /** Charged. */
  credits: number;
}

export interface UsageRow extends UsageAmounts {
  /** The day, the kind of step, or the id of the key; null: unknown. */
  group: string | null;
}

export interface Usage {
  from: string;
  to: string;
  group_by: 'day' | 'step' | 'key';
  items: UsageRow[];
  total: UsageAmounts;
}
