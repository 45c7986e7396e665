import { toCredits, type ApiKey, type BudgetPeriod, type KeyBudget, type KeyRole } from '@medley/contracts';

/** A key in responses; its secret is shown once, by the response that creates it. */
export interface PublicKey {
  id: string;
  name: string | null;
  role: KeyRole;
  active: boolean;
  last4: string;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  /** Null: none. */
  budget: PublicBudget | null;
}

export interface PublicBudget {
  credits: number;
  period: BudgetPeriod;
  /** Credits charged and reserved in this period. */
  spent: number;
  resets_at: string;
}

/** `budget`: undefined when the key has none. */
export function showKey(key: ApiKey, budget: KeyBudget | undefined): PublicKey {
  return {
    id: key.id,
    name: key.name,
    role: key.role,
    active: key.active,
    last4: key.last4,
    created_at: key.created_at.toISOString(),
    expires_at: key.expires_at?.toISOString() ?? null,
    last_used_at: key.last_used_at?.toISOString() ?? null,
    budget: budget ? showBudget(budget) : null,
  };
}

function showBudget({ limit, period, spent, resets_at }: KeyBudget): PublicBudget {
  return { credits: toCredits(limit), period, spent: toCredits(spent), resets_at: resets_at.toISOString() };
}
