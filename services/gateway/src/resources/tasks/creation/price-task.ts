import {
  countCodePoints,
  paymentLimits,
  priceOfStep,
  priceToReserve,
  stepCatalogue,
  toCredits,
  type PriceList,
  type ResolvedStep,
} from '@medley/contracts';
import { validationError } from '../../../validation/validation-error';
import type { TaskDraft } from './task-draft';

/** What a step costs, in credits: `fixed`, and `per_unit` for each `unit` of its input; null: it has none. */
export interface StepCost {
  id: string;
  fixed: number;
  per_unit: number;
  unit: 'minute' | '1000_characters' | null;
  /** For the length of input that the reservation assumes. */
  estimate: number;
}

/** The price of a new task in units, and its steps. @throws AppError VALIDATION_ERROR on `max_cost` */
export function priceTask(
  prices: PriceList,
  steps: readonly ResolvedStep[],
  draft: TaskDraft,
): { reserved: number; bySteps: StepCost[] } {
  const characters = draft.input.text === null ? 0 : countCodePoints(draft.input.text);
  const reserved = priceToReserve(prices, steps, characters);
  checkMaxCost(reserved, draft.maxCost);
  const usage = { media_seconds: paymentLimits.unknownMediaSeconds, characters };
  const bySteps = steps.map(({ id, name }) => {
    const price = prices[name];
    return {
      id,
      fixed: toCredits(price.fixed),
      ...unitOf(name, price),
      estimate: toCredits(priceOfStep(price, usage)),
    };
  });
  return { reserved, bySteps };
}

/** @throws AppError VALIDATION_ERROR on `max_cost` when the reservation is above it */
export function checkMaxCost(reserved: number, max: number | null): void {
  if (max === null || reserved <= max) return;
  const message = `is less than the ${toCredits(reserved)} credits that the task reserves`;
  throw validationError([{ field: 'max_cost', message }]);
}

function unitOf(
  kind: ResolvedStep['name'],
  price: PriceList[ResolvedStep['name']],
): Pick<StepCost, 'per_unit' | 'unit'> {
  switch (stepCatalogue[kind].input) {
    case 'url':
      return { per_unit: 0, unit: null };
    case 'media':
      return { per_unit: toCredits(price.per_minute), unit: 'minute' };
    case 'text':
      return { per_unit: toCredits(price.per_1000_characters), unit: '1000_characters' };
  }
}
