import { toCredits, type ResolvedStep } from '@medley/contracts';
import type { Caller } from '../../../callers/caller';
import type { SchemaChecks } from '../../../steps/schema-checks';
import { checkStorage, refusalOf } from './account-limits';
import type { CreationDependencies } from './creation';
import { planTask } from './plan-task';
import { priceTask, type StepCost } from './price-task';
import type { DraftResult } from './task-draft';

/** What a task would run and cost. Amounts are credits. */
export interface TaskEstimate {
  steps: ResolvedStep[];
  cost: { reserved: number; by_step: StepCost[] };
  /** Whether a ready worker and engine serve each step now. */
  available: { step: string; ok: boolean; reason: string | null }[];
}

/** Check a draft as its creation would, without storing anything. @throws AppError as the creation, but for engines */
export async function validateTask(
  deps: Pick<CreationDependencies, 'stores' | 'workerRegistry' | 'assumedSteps' | 'prices'>,
  drafted: DraftResult,
  { caller, schemas }: { caller: Caller; schemas: SchemaChecks },
): Promise<TaskEstimate> {
  const { steps, unavailable } = await planTask(deps, drafted, { caller, schemas, reportsUnavailable: true });
  await checkStorage(deps.stores, caller);
  const { reserved, bySteps } = priceTask(deps.prices, steps, drafted.draft);
  await checkReservation(deps, caller, reserved);
  return {
    steps,
    cost: { reserved: toCredits(reserved), by_step: bySteps },
    available: steps.map(({ id }) => {
      const reason = unavailable.find(({ stepId }) => stepId === id)?.error.message ?? null;
      return { step: id, ok: reason === null, reason };
    }),
  };
}

/** @throws AppError INSUFFICIENT_BALANCE, RATE_LIMIT_EXCEEDED where the account would refuse the reservation now */
async function checkReservation(
  { stores }: Pick<CreationDependencies, 'stores'>,
  { accountId, keyId, tariff: { max_unfinished_tasks: cap } }: Caller,
  needed: number,
): Promise<void> {
  const refused = { accountId, keyId, needed, cap };
  const account = await stores.accounts.find(accountId);
  if (account && account.balance < needed) throw await refusalOf(stores, 'unaffordable', refused);
  const budget = (await stores.budgets.list(accountId)).get(keyId);
  if (budget && budget.limit - budget.spent < needed) throw await refusalOf(stores, 'over_budget', refused);
  const isFull = cap !== null && (await stores.tasks.countUnfinished(accountId, cap)) >= cap;
  if (isFull) throw await refusalOf(stores, 'too_many_tasks', refused);
}
