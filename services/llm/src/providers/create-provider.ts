import { AppError } from '@medley/kit';
import { bearer, createUpstreamClient, limitConcurrency, type UpstreamClient } from '@medley/upstream';
import { anthropicHeaders, ANTHROPIC_OUTPUT_TOKENS, anthropicComplete } from './anthropic-complete';
import { defaultContextTokens } from './default-context-tokens';
import type { LlmProvider, ModelInfo } from './llm-provider';
import { openAiComplete } from './openai-complete';
import { createCircuitBreaker } from './circuit-breaker';
import type { ModelEntry, ProviderEntry, ProviderKind } from './provider-entry';
import { classifyRefusal } from './classify-refusal';
import type { ProviderMetrics } from './provider-metrics';
import { llmLimits } from '../llm-limits';

const ANTHROPIC_URL = 'https://api.anthropic.com';

interface WireFormat {
  headers(apiKey: string | undefined): Record<string, string>;
  baseUrl(given: string | undefined): string;
  /** Default limit of answer tokens; null: none. */
  outputTokens: number | null;
  create(client: UpstreamClient): LlmProvider['complete'];
}

const wireFormats: Readonly<Record<ProviderKind, WireFormat>> = {
  openai: {
    headers: bearer,
    baseUrl: (given = '') => given,
    outputTokens: null,
    create: openAiComplete,
  },
  anthropic: {
    headers: anthropicHeaders,
    // Operators write the URL with the version or without it.
    baseUrl: (given = ANTHROPIC_URL) => given.replace(/\/v1\/?$/, ''),
    outputTokens: ANTHROPIC_OUTPUT_TOKENS,
    create: anthropicComplete,
  },
};

/** Creates the provider of an entry. `displayName` names it in error messages. All steps of the process share its slots. */
export function createProvider(
  entry: ProviderEntry,
  displayName: string,
  metrics: ProviderMetrics,
): LlmProvider {
  const wireFormat = wireFormats[entry.kind];
  const client = createUpstreamClient({
    name: displayName,
    baseUrl: wireFormat.baseUrl(entry.base_url),
    headers: wireFormat.headers(entry.api_key),
    answerBytesMax: llmLimits.answerBytesMax,
    silenceMs: entry.silence_ms,
    reasonOf: classifyRefusal,
    onEnd: metrics.measure(entry.name),
  });
  const [first, ...others] = entry.models.map((model) => modelInfo(model, wireFormat));
  if (!first) throw new Error('a provider needs a model');
  const complete = wireFormat.create(client);
  const limit = limitConcurrency(entry.concurrency);
  const circuitBreaker = createCircuitBreaker();
  metrics.watch(entry.name, circuitBreaker);
  return {
    name: entry.name,
    models: [first, ...others],
    fallback: fallbackOf(entry),
    circuitBreaker,
    retryMs: entry.retry_ms,
    complete: (request, signal) =>
      limit(
        () =>
          complete(request, signal).then(
            (completion) => {
              metrics.count(entry.name, completion);
              return completion;
            },
            (error: unknown) => mapRefusal(error, displayName),
          ),
        signal,
      ),
  };
}

function modelInfo(model: ModelEntry, wireFormat: WireFormat): ModelInfo {
  const contextTokens = model.context_tokens ?? defaultContextTokens(model.name);
  const outputTokens =
    wireFormat.outputTokens && Math.min(wireFormat.outputTokens, Math.floor(contextTokens / 4));
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

/** Maps a refusal with a known reason to an error code of its own. */
function mapRefusal(error: unknown, displayName: string): never {
  if (!(error instanceof AppError)) throw error;
  const { reason } = error.details;
  if (reason === 'context') {
    throw new AppError('TEXT_TOO_LONG', `the text is longer than ${displayName} can read at once`);
  }
  if (reason === 'quota') {
    throw new AppError('UPSTREAM_REFUSED', `the quota of the operator with ${displayName} is used up`);
  }
  throw error;
}
