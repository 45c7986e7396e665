import type { KeyBudget } from '@medley/contracts';

export interface BudgetStore {
  /**
   * Limit what the tasks of a key may spend, or no longer (null). A new budget includes what the key has spent in the current
   * periods.
   */
  set(accountId: string, keyId: string, budget: Pick<KeyBudget, 'limit' | 'period'> | null): Promise<void>;
  /** The budgets of the keys of an account, by id of the key. */
  list(accountId: string): Promise<Map<string, KeyBudget>>;
}
