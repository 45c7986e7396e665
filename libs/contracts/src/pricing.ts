import type { ResolvedStep } from './graph';
import type { StepUsage } from './payloads';
import { paymentLimits } from './payment-limits';
import type { StepKind, StepPrice } from './step-kinds';

export type PriceList = Readonly<Record<StepKind, StepPrice>>;

/** Price of one step with this usage, in units. */
export function priceOfStep(price: StepPrice, usage: StepUsage): number {
  const minutes = (usage.media_seconds ?? 0) / 60;
  const thousands = (usage.characters ?? 0) / 1_000;
  return (
    price.fixed + Math.ceil(price.per_minute * minutes) + Math.ceil(price.per_1000_characters * thousands)
  );
}

/**
 * Units to reserve for a new task: for text its price by length, for media of unknown length ten minutes, and for text that
 * does not exist yet (a transcript) the length of the task's own text. The reservation is extended once the lengths are known.
 */
export function priceToReserve(
  prices: PriceList,
  steps: readonly ResolvedStep[],
  characters: number,
): number {
  const usage = { media_seconds: paymentLimits.unknownMediaSeconds, characters };
  return steps.reduce((sum, step) => sum + priceOfStep(prices[step.name], usage), 0);
}
