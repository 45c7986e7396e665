import { AppError } from '@medley/kit';
import { annotateSpan } from '@medley/tracing';
import { withUpstreamRetries } from '@medley/upstream';
import type { Completion, LlmProvider, ModelInfo, CompletionInput, RawCompletion } from './llm-provider';

/** A model and its provider. */
export interface Candidate {
  provider: LlmProvider;
  model: ModelInfo;
}

const FAILOVER_CODES: readonly string[] = [
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_RATE_LIMITED',
];
const TRIES = 3;
/** Fewer tries while another provider is left. */
const TRIES_BEFORE_FAILOVER = 2;

/**
 * Calls the first candidate, with retries after transient errors, then the next one when it is unavailable. Candidates
 * whose circuit breaker is open come last.
 * @throws the error of the first candidate called; the reason of the signal
 */
export async function completeWithFailover(
  candidates: readonly Candidate[],
  input: CompletionInput,
  signal: AbortSignal,
): Promise<Completion> {
  const isOpen = ({ provider }: Candidate): boolean => provider.circuitBreaker.isOpen();
  const order = [...candidates.filter((one) => !isOpen(one)), ...candidates.filter(isOpen)];
  let failure: unknown;
  for (const [index, candidate] of order.entries()) {
    const isLast = index === order.length - 1;
    try {
      return await completeWithRetries(candidate, input, {
        signal,
        tries: isLast ? TRIES : TRIES_BEFORE_FAILOVER,
      });
    } catch (error) {
      signal.throwIfAborted();
      failure ??= error;
      if (!isFailoverError(error)) throw failure;
      if (order.length > 1) candidate.provider.circuitBreaker.trip();
    }
  }
  throw failure;
}

async function completeWithRetries(
  { provider, model }: Candidate,
  input: CompletionInput,
  { signal, tries }: { signal: AbortSignal; tries: number },
): Promise<Completion> {
  annotateSpan({ 'medley.engine': provider.name, 'medley.model': model.name });
  const raw = await withUpstreamRetries(() => provider.complete({ ...input, model }, signal), signal, {
    firstMs: provider.retryMs,
    tries,
  });
  return { ...raw, provider: provider.name, cost: costOf(model, raw) };
}

function isFailoverError(error: unknown): boolean {
  return error instanceof AppError && FAILOVER_CODES.includes(error.code);
}

/** Rounded to nine decimals: a thousandth of the cost of one token at a price of 1 per million tokens. */
function costOf({ price }: ModelInfo, { inputTokens, outputTokens }: RawCompletion): number | null {
  if (!price) return null;
  return Number(((inputTokens * price.input + outputTokens * price.output) / 1e6).toFixed(9));
}
