import type { ResolvedStep } from './graph';
import type { StepUsage } from './payloads';
import type { StepKind, StepPrice } from './step-kinds';

export type PriceList = Readonly<Record<StepKind, StepPrice>>;

/** Media of unknown length is reserved for as this long. */
const RESERVED_MINUTES = 10;

/** Units for one step that worked on this much. */
export function priceOfStep(price: StepPrice, usage: StepUsage): number {
  const minutes = (usage.media_seconds ?? 0) / 60;
  const thousands = (usage.characters ?? 0) / 1_000;
  return (
    price.fixed + Math.ceil(price.per_minute * minutes) + Math.ceil(price.per_1000_characters * thousands)
  );
}

/**
 * Units to set aside for a new task: for text what its own length costs, for media the fixed part plus ten minutes,
 * and for text that does not exist yet (a transcript) the fixed part.
 */
export function priceToReserve(
  prices: PriceList,
  steps: readonly ResolvedStep[],
  characters: number,
): number {
  return steps.reduce(
    (sum, step) => sum + priceOfStep(prices[step.name], { media_seconds: RESERVED_MINUTES * 60, characters }),
    0,
  );
}
