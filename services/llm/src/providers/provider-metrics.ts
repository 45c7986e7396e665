import { measureUpstream } from '@medley/upstream';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { CircuitBreaker } from './circuit-breaker';
import type { RawCompletion } from './llm-provider';

/** Measures the providers of a process, each by its name in the settings. */
export interface ProviderMetrics {
  measure(provider: string): ReturnType<typeof measureUpstream>;
  /** Count the tokens of an answer. */
  count(provider: string, usage: Pick<RawCompletion, 'inputTokens' | 'outputTokens'>): void;
  watch(provider: string, breaker: CircuitBreaker): void;
}

export function createProviderMetrics(registry: Registry): ProviderMetrics {
  const registers = [registry];
  const tokens = new Counter({
    name: 'medley_llm_tokens_total',
    help: 'Tokens that providers report, by direction (input, output)',
    labelNames: ['upstream', 'direction'],
    registers,
  });
  const breakers = new Map<string, CircuitBreaker>();
  new Gauge({
    name: 'medley_llm_provider_unavailable',
    help: '1 while a provider failed so recently that others are tried first, else 0',
    labelNames: ['upstream'],
    registers,
    collect() {
      for (const [upstream, breaker] of breakers) this.set({ upstream }, breaker.isOpen() ? 1 : 0);
    },
  });
  return {
    measure: (provider) => measureUpstream(registry, provider),
    count: (upstream, { inputTokens, outputTokens }) => {
      tokens.inc({ upstream, direction: 'input' }, inputTokens);
      tokens.inc({ upstream, direction: 'output' }, outputTokens);
    },
    watch: (provider, breaker) => void breakers.set(provider, breaker),
  };
}
