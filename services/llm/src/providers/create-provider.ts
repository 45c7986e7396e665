import { AppError } from '@medley/kit';
import { bearer, createUpstreamClient, limitConcurrency, type UpstreamClient } from '@medley/upstream';
import { anthropicHeaders, ANTHROPIC_OUTPUT_TOKENS, anthropicComplete } from './anthropic-complete';
import { knownContext } from './known-context';
import type { LlmProvider, ModelFacts } from './llm-provider';
import { openAiComplete } from './openai-complete';
import { createOutage } from './outage';
import type { ModelEntry, ProviderEntry, ProviderKind } from './provider-entry';
import { whyRefused } from './why-refused';
import { llmLimits } from '../llm-limits';

const ANTHROPIC_URL = 'https://api.anthropic.com';

interface Wire {
  headers(apiKey: string | undefined): Record<string, string>;
  baseUrl(given: string | undefined): string;
  /** Tokens of an answer, where nothing is said. */
  outputTokens: number | null;
  create(client: UpstreamClient): LlmProvider['complete'];
}

const wires: Readonly<Record<ProviderKind, Wire>> = {
  openai: {
    headers: bearer,
    baseUrl: (given = '') => given,
    outputTokens: null,
    create: openAiComplete,
  },
  anthropic: {
    headers: anthropicHeaders,
    // With the version or without: both are written in the wild.
    baseUrl: (given = ANTHROPIC_URL) => given.replace(/\/v1\/?$/, ''),
    outputTokens: ANTHROPIC_OUTPUT_TOKENS,
    create: anthropicComplete,
  },
};

/** The provider of an entry; `shown` is what users read in errors. Its slots are shared by all steps of the process. */
export function createProvider(entry: ProviderEntry, shown: string): LlmProvider {
  const wire = wires[entry.kind];
  const client = createUpstreamClient({
    name: shown,
    baseUrl: wire.baseUrl(entry.base_url),
    headers: wire.headers(entry.api_key),
    answerBytesMax: llmLimits.answerBytesMax,
    silenceMs: entry.silence_ms,
    reasonOf: whyRefused,
  });
  const [first, ...others] = entry.models.map((model) => modelFacts(model, wire));
  if (!first) throw new Error('a provider needs a model');
  const complete = wire.create(client);
  const limit = limitConcurrency(entry.concurrency);
  return {
    name: entry.name,
    models: [first, ...others],
    fallback: fallbackOf(entry),
    outage: createOutage(),
    retryMs: entry.retry_ms,
    complete: (request, signal) =>
      limit(() => complete(request, signal).catch((error: unknown) => explain(error, shown)), signal),
  };
}

function modelFacts(model: ModelEntry, wire: Wire): ModelFacts {
  const contextTokens = model.context_tokens ?? knownContext(model.name);
  const outputTokens = wire.outputTokens && Math.min(wire.outputTokens, Math.floor(contextTokens / 4));
  return {
    name: model.name,
    contextTokens,
    outputTokensMax: model.output_tokens ?? outputTokens,
    price: model.price ?? null,
  };
}

function fallbackOf({ fallback }: ProviderEntry): LlmProvider['fallback'] {
  if (fallback === undefined) return null;
  return typeof fallback === 'string'
    ? { provider: fallback, model: null }
    : { provider: fallback.provider, model: fallback.model ?? null };
}

/** A refusal whose reason is known has a code of its own. */
function explain(error: unknown, shown: string): never {
  if (!(error instanceof AppError)) throw error;
  const { reason } = error.details;
  if (reason === 'context') {
    throw new AppError('TEXT_TOO_LONG', `the text is longer than ${shown} can read at once`);
  }
  if (reason === 'quota') {
    throw new AppError('UPSTREAM_REFUSED', `the quota of the operator with ${shown} is used up`);
  }
  throw error;
}
