import type { AccountDocument } from './account-model';
import { budgetPeriods, leftOf, periodAt, spentPath, type Budgets } from './key-budget';
import type { Settlement } from './stores';

/** What is left of each budget while several reservations are considered. */
export class BudgetsLeft {
  readonly #left: Map<string, number>;

  constructor(budgets: Budgets | null, now: Date) {
    this.#left = new Map(
      Object.entries(budgets ?? {}).map(([keyId, budget]) => [keyId, leftOf(budget, now)]),
    );
  }

  /** False, and nothing taken, when the budget of the key does not have as many units. */
  take(keyId: string | null, units: number): boolean {
    const left = keyId === null ? undefined : this.#left.get(keyId);
    if (keyId === null || left === undefined) return true;
    if (left < units) return false;
    this.#left.set(keyId, left - units);
    return true;
  }
}

/** Conditions on the budgets of an account, by their paths. */
export type BudgetFilter = Partial<Record<`budgets${string}`, object>>;

interface BudgetWrite {
  filter: BudgetFilter;
  increments: Record<string, number>;
}

/** What a reservation takes of the budget of its key; `settlement`: less, because its task has ended already. */
interface BudgetShare {
  keyId?: string | null;
  units: number;
  settlement?: Pick<Settlement, 'charged'> | undefined;
}

/** The part of a reservation that concerns budgets: it matches only if they are as believed, and the reservations fit. */
export function writeBudgets(items: readonly BudgetShare[], budgets: Budgets | null, now: Date): BudgetWrite {
  if (budgets === null) return { filter: { budgets: { $exists: false } }, increments: {} };
  const filter: BudgetFilter = {};
  const increments: Record<string, number> = {};
  for (const [keyId, { units, spent }] of sumByKey(items)) {
    const budget = Object.hasOwn(budgets, keyId) ? budgets[keyId] : undefined;
    if (!budget) {
      filter[`budgets.${keyId}`] = { $exists: false };
      continue;
    }
    const { limit, period } = budget;
    // Not equality: the filter is also that of an upsert, which must not insert these fields.
    filter[`budgets.${keyId}.limit`] = { $in: [limit] };
    filter[`budgets.${keyId}.period`] = { $in: [period] };
    // Also matches while nothing was spent in this period.
    const path = spentPath(keyId, periodAt(period, now));
    filter[path as `budgets${string}`] = { $not: { $gt: limit - units } };
    for (const one of budgetPeriods) increments[spentPath(keyId, periodAt(one, now))] = spent;
  }
  return { filter, increments };
}

function sumByKey(items: readonly BudgetShare[]): Map<string, { units: number; spent: number }> {
  const sums = new Map<string, { units: number; spent: number }>();
  for (const { keyId, units, settlement } of items) {
    if (keyId == null) continue;
    const sum = sums.get(keyId) ?? { units: 0, spent: 0 };
    sums.set(keyId, { units: sum.units + units, spent: sum.spent + (settlement?.charged ?? units) });
  }
  return sums;
}

/** What settlements give back to the budgets of the periods in which their tasks were created. */
export function settleBudgets(
  settlements: readonly Pick<Settlement, 'key_id' | 'created_at' | 'reserved' | 'charged'>[],
  budgets: AccountDocument['budgets'],
): Record<string, number> {
  const increments: Record<string, number> = {};
  for (const { key_id: keyId, created_at: at, reserved, charged } of settlements) {
    const spent = keyId == null ? undefined : budgets?.[keyId]?.spent;
    if (keyId == null || at === undefined || spent === undefined) continue;
    for (const period of budgetPeriods.map((one) => periodAt(one, at))) {
      if (!Object.hasOwn(spent, period)) continue;
      const path = spentPath(keyId, period);
      increments[path] = (increments[path] ?? 0) + charged - reserved;
    }
  }
  return increments;
}
