/** Money in units: 1 credit = 10,000 units. */
const UNITS_PER_CREDIT = 10_000;

/** Units to credits, exact to 4 decimals. */
export function toCredits(units: number): number {
  return units / UNITS_PER_CREDIT;
}

/** Credits to units, rounded to the nearest unit. */
export function toUnits(credits: number): number {
  return Math.round(credits * UNITS_PER_CREDIT);
}

export interface Account {
  id: string;
  name: string;
  tariff: string;
  balance: number;
  reserved: number;
  charged: number;
  /** One, or two during a rotation, newest first; encrypted at rest, here in plain text (`whsec_…`). */
  webhook_secrets: string[];
  /** Bytes in the blob store held or reserved by its tasks; an upper bound until the next recount. */
  stored_bytes: number;
  /** Since when it may begin no new work; null: it may. */
  suspended_at: Date | null;
  created_at: Date;
}

/** What a key may do, from most to least: `owner` everything, `tasks` all but keys, secrets and ledger, `read` only reading. */
export const keyRoles = ['owner', 'tasks', 'read'] as const;
export type KeyRole = (typeof keyRoles)[number];

export interface ApiKey {
  id: string;
  account_id: string;
  name: string | null;
  role: KeyRole;
  last4: string;
  active: boolean;
  expires_at: Date | null;
  /** Up to a minute old; null: never. */
  last_used_at: Date | null;
  created_at: Date;
}

export const budgetPeriodNames = ['day', 'month'] as const;
export type BudgetPeriod = (typeof budgetPeriodNames)[number];

/** What the tasks of a key may spend in a UTC day or month. */
export interface KeyBudget {
  /** Units. */
  limit: number;
  period: BudgetPeriod;
  /** Units charged and reserved in the current period. */
  spent: number;
  /** When the next period begins. */
  resets_at: Date;
}

/** A tariff: requests a minute (null: no limit), how many unfinished tasks an account may have (null: no limit), and more. */
export interface Tariff {
  requests_per_minute: number | null;
  max_unfinished_tasks: number | null;
  max_event_streams: number;
  max_pipelines: number;
  /** Media and large outputs an account may have stored at a time (null: no limit). */
  storage_bytes: number | null;
  /** While accounts wait for workers, each is served in proportion to this. */
  turn_weight: number;
}

/** A turn of an account is at most this many times as long as that of another one. */
export const turnWeightMax = 16;

const GIB = 1024 ** 3;

export const builtInTariffs: Readonly<Record<string, Tariff>> = {
  free: {
    requests_per_minute: 60,
    max_unfinished_tasks: 100,
    max_event_streams: 5,
    max_pipelines: 200,
    storage_bytes: 2 * GIB,
    turn_weight: 1,
  },
  standard: {
    requests_per_minute: 600,
    max_unfinished_tasks: 1_000,
    max_event_streams: 20,
    max_pipelines: 200,
    storage_bytes: 20 * GIB,
    turn_weight: 2,
  },
  business: {
    requests_per_minute: 3_000,
    max_unfinished_tasks: 10_000,
    max_event_streams: 100,
    max_pipelines: 1_000,
    storage_bytes: 200 * GIB,
    turn_weight: 4,
  },
  unlimited: {
    requests_per_minute: null,
    max_unfinished_tasks: null,
    max_event_streams: 1_000,
    max_pipelines: 1_000,
    storage_bytes: null,
    turn_weight: 4,
  },
};
