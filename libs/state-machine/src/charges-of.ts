import { priceOfStep, type Task, type TaskStep } from '@medley/contracts';
import type { StepCharge } from '@medley/store';
import type { Rules } from './rules';

/** What the completed steps of an ended task used and cost, by kind; together they cost what the task is charged. */
export function chargesOf(task: Task, { prices }: Pick<Rules, 'prices'>): StepCharge[] {
  const charges = new Map<StepCharge['step'], StepCharge>();
  let left = task.cost.charged;
  for (const step of task.steps) {
    if (!step.usage) continue;
    const { name: kind, usage } = step;
    const before = charges.get(kind);
    const charged = Math.min(priceOfStep(prices[kind], usage), left);
    left -= charged;
    charges.set(kind, {
      step: kind,
      charged: (before?.charged ?? 0) + charged,
      media_seconds: (before?.media_seconds ?? 0) + (usage.media_seconds ?? 0),
      characters: (before?.characters ?? 0) + (usage.characters ?? 0),
      tokens: (before?.tokens ?? 0) + tokensOf(step),
    });
  }
  return [...charges.values()];
}

/** Tokens that the model reported; those of an output too large to be inline are unknown. */
function tokensOf({ name, output }: TaskStep): number {
  if (name !== 'llm' || !output || !('inline' in output)) return 0;
  const { usage } = JSON.parse(output.inline) as {
    usage?: { input_tokens?: number; output_tokens?: number };
  };
  return (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0);
}
