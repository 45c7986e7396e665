import { ConfigError } from '@medley/kit';
import { loadUpstreamList } from '@medley/upstream';
import type { LlmSettings } from '../config';
import { createProvider } from './create-provider';
import type { LlmProvider } from './llm-provider';
import type { ProviderMetrics } from './provider-metrics';
import { providerEntry, type ProviderEntry } from './provider-entry';

const SETTING = 'LLM_PROVIDERS_FILE';
/** Settings of a single provider, which exclude the file. */
const singleProviderSettings: (keyof LlmSettings)[] = ['LLM_BASE_URL', 'LLM_API_KEY', 'LLM_CONTEXT_TOKENS'];
const DEFAULT_PROVIDER = 'default';
const DEFAULT_MODEL = 'gpt-4o-mini';

/**
 * Creates the configured providers, the default first: those of `LLM_PROVIDERS_FILE`, or the one of the `LLM_*` settings, or
 * none.
 * @throws ConfigError that lists every fault, without keys
 */
export async function loadProviders(config: LlmSettings, metrics: ProviderMetrics): Promise<LlmProvider[]> {
  const { LLM_PROVIDERS_FILE: file } = config;
  if (file === undefined) return fromSettings(config, metrics);
  const conflicting = singleProviderSettings.filter((name) => config[name] !== undefined);
  if (config.LLM_KIND === 'anthropic') conflicting.push('LLM_KIND');
  if (conflicting.length > 0)
    throw new ConfigError([`${SETTING} and ${conflicting.join(', ')} exclude each other`]);
  const entries = await readProvidersFile(file);
  return entries.map((entry) => createProvider(entry, `the language model of ${entry.name}`, metrics));
}

/** The entries of `LLM_PROVIDERS_FILE`. @throws ConfigError that lists every fault, without keys */
export async function readProvidersFile(file: string): Promise<ProviderEntry[]> {
  const entries = await loadUpstreamList({ file, setting: SETTING }, providerEntry);
  const faults = findFallbackFaults(entries);
  if (faults.length > 0) throw new ConfigError(faults.map((fault) => `${SETTING}: ${fault}`));
  return entries;
}

function fromSettings(config: LlmSettings, metrics: ProviderMetrics): LlmProvider[] {
  const { LLM_BASE_URL: baseUrl, LLM_API_KEY: apiKey, LLM_KIND: kind, LLM_MODEL: names } = config;
  if (baseUrl === undefined && kind !== 'anthropic') return [];
  if (kind === 'anthropic' && names.includes(DEFAULT_MODEL)) {
    throw new ConfigError(['LLM_MODEL must name a model of Anthropic, since LLM_KIND is anthropic']);
  }
  const contextTokens = config.LLM_CONTEXT_TOKENS;
  const entry: ProviderEntry = {
    name: DEFAULT_PROVIDER,
    kind,
    ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
    ...(apiKey === undefined ? {} : { api_key: apiKey }),
    models: names.map((name) => ({
      name,
      ...(contextTokens === undefined ? {} : { context_tokens: contextTokens }),
    })),
    concurrency: config.CONCURRENCY,
    silence_ms: config.LLM_SILENCE_MS,
    retry_ms: config.LLM_RETRY_MS,
  };
  return [createProvider(entry, 'the language model', metrics)];
}

function findFallbackFaults(entries: readonly ProviderEntry[]): string[] {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const faults: string[] = [];
  for (const { name, fallback } of entries) {
    if (fallback === undefined) continue;
    const target = typeof fallback === 'string' ? { provider: fallback } : fallback;
    const other = byName.get(target.provider);
    if (!other) {
      faults.push(`the fallback of ${name} names the unknown provider ${target.provider}`);
    } else if (target.model !== undefined && !other.models.some((model) => model.name === target.model)) {
      faults.push(
        `the fallback of ${name} names the model ${target.model}, which ${other.name} does not have`,
      );
    }
  }
  const cycle = entries.map((entry) => cycleFrom(entry, byName)).find((path) => path !== null);
  return cycle ? [...faults, `the fallbacks go in a circle: ${cycle.join(' → ')}`] : faults;
}

/** The cycle of fallbacks through an entry; null when there is none. */
function cycleFrom(start: ProviderEntry, byName: ReadonlyMap<string, ProviderEntry>): string[] | null {
  const path = [start.name];
  let next = nextOf(start, byName);
  while (next && !path.includes(next.name)) {
    path.push(next.name);
    next = nextOf(next, byName);
  }
  return next?.name === start.name ? [...path, start.name] : null;
}

function nextOf(
  { fallback }: ProviderEntry,
  byName: ReadonlyMap<string, ProviderEntry>,
): ProviderEntry | undefined {
  const name = typeof fallback === 'string' ? fallback : fallback?.provider;
  return name === undefined ? undefined : byName.get(name);
}
