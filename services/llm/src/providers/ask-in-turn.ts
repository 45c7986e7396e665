import { AppError } from '@medley/kit';
import { withUpstreamRetries } from '@medley/upstream';
import type { Completion, LlmProvider, ModelFacts, Question, RawCompletion } from './llm-provider';

/** A model and who has it. */
export interface Choice {
  provider: LlmProvider;
  model: ModelFacts;
}

const OUTAGES: readonly string[] = ['UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT', 'UPSTREAM_RATE_LIMITED'];
const TRIES = 3;
/** With somebody else to ask there is less to wait for. */
const TRIES_BEFORE_OTHERS = 2;

/**
 * Ask the first choice, again after trouble that passes; when it is out of order ask the next. Who was out a moment ago is
 * asked last. @throws the error of the first choice that was asked; on abort the signal's reason
 */
export async function askInTurn(
  choices: readonly Choice[],
  question: Question,
  signal: AbortSignal,
): Promise<Completion> {
  const isOut = ({ provider }: Choice): boolean => provider.outage.isOn();
  const order = [...choices.filter((one) => !isOut(one)), ...choices.filter(isOut)];
  let failure: unknown;
  for (const [index, choice] of order.entries()) {
    const isLast = index === order.length - 1;
    try {
      return await ask(choice, question, { signal, tries: isLast ? TRIES : TRIES_BEFORE_OTHERS });
    } catch (error) {
      signal.throwIfAborted();
      failure ??= error;
      if (!isOutage(error)) throw failure;
      if (order.length > 1) choice.provider.outage.begin();
    }
  }
  throw failure;
}

async function ask(
  { provider, model }: Choice,
  question: Question,
  { signal, tries }: { signal: AbortSignal; tries: number },
): Promise<Completion> {
  const raw = await withUpstreamRetries(() => provider.complete({ ...question, model }, signal), signal, {
    firstMs: provider.retryMs,
    tries,
  });
  return { ...raw, provider: provider.name, cost: costOf(model, raw) };
}

function isOutage(error: unknown): boolean {
  return error instanceof AppError && OUTAGES.includes(error.code);
}

/** To a billionth, which is a thousandth of the cost of a token at 1 per million. */
function costOf({ price }: ModelFacts, { inputTokens, outputTokens }: RawCompletion): number | null {
  if (!price) return null;
  return Number(((inputTokens * price.input + outputTokens * price.output) / 1e6).toFixed(9));
}
