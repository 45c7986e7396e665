import type { BudgetPeriod, KeyBudget } from '@medley/contracts';

/** What a key may spend, and what it has spent, by UTC day (`2026-11-23`) and month (`2026-11`); kept on its account. */
export interface BudgetDocument {
  /** Units. */
  limit: number;
  period: BudgetPeriod;
  /** Units charged and reserved by the tasks that were created in each period. Those of past periods are removed later. */
  spent: Record<string, number>;
}

/** By id of the key. */
export type Budgets = Record<string, BudgetDocument>;

export const budgetPeriods: readonly BudgetPeriod[] = ['day', 'month'];

/** The day or the month of a time, in UTC. */
export function periodAt(period: BudgetPeriod, at: Date): string {
  return at.toISOString().slice(0, period === 'day' ? 10 : 7);
}

/** When the next period begins. */
function periodEnd(period: BudgetPeriod, at: Date): Date {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return new Date(period === 'day' ? Date.UTC(year, month, at.getUTCDate() + 1) : Date.UTC(year, month + 1));
}

/** The path of a counter in an account. */
export function spentPath(keyId: string, period: string): string {
  return `budgets.${keyId}.spent.${period}`;
}

/** Units that are left in the period of `now`. */
export function leftOf({ limit, period, spent }: BudgetDocument, now: Date): number {
  return limit - (spent[periodAt(period, now)] ?? 0);
}

export function toKeyBudget(budget: BudgetDocument, now: Date): KeyBudget {
  const { limit, period, spent } = budget;
  return { limit, period, spent: spent[periodAt(period, now)] ?? 0, resets_at: periodEnd(period, now) };
}
