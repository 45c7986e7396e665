import { upstreamEntry, upstreamSetting } from '@medley/upstream';
import Joi from 'joi';

/** The supported wire formats. */
export const providerKinds = ['openai', 'anthropic'] as const;
/** The wire format of a provider. */
export type ProviderKind = (typeof providerKinds)[number];

/** A model of a provider entry. */
export interface ModelEntry {
  name: string;
  context_tokens?: number;
  output_tokens?: number;
  price?: { input: number; output: number };
}

/** A row of `LLM_PROVIDERS_FILE`. */
export interface ProviderEntry {
  name: string;
  kind: ProviderKind;
  base_url?: string;
  api_key?: string;
  /** The first one is the default. */
  models: ModelEntry[];
  concurrency: number;
  silence_ms: number;
  retry_ms: number;
  fallback?: string | { provider: string; model?: string };
}

const modelName = Joi.string().max(200);
const price = Joi.number().min(0).max(1e6).required();

/** Joi schema of a context window in tokens. */
export const contextTokens = (): Joi.NumberSchema => Joi.number().integer().min(512).max(100_000_000);

const modelEntry = Joi.object<ModelEntry>({
  name: modelName.required(),
  context_tokens: contextTokens(),
  output_tokens: Joi.number().integer().min(16).max(10_000_000),
  price: Joi.object({ input: price, output: price }),
});

/** A model without settings may be given as its name alone. */
const shortEntry = modelName.custom((name: string): ModelEntry => ({ name }));

/** Validates a row of `LLM_PROVIDERS_FILE`. */
export const providerEntry: Joi.ObjectSchema<ProviderEntry> = Joi.object<ProviderEntry>({
  ...upstreamEntry,
  kind: Joi.valid(...providerKinds).default('openai'),
  base_url: upstreamSetting.baseUrl().when('kind', { is: 'openai', then: Joi.required() }),
  models: Joi.array()
    .items(Joi.alternatives().conditional(Joi.string(), { then: shortEntry, otherwise: modelEntry }))
    .min(1)
    .unique((one: ModelEntry, other: ModelEntry) => one.name === other.name)
    .required(),
  concurrency: Joi.number().integer().min(1).max(256).default(4),
  silence_ms: upstreamSetting.silenceMs(),
  retry_ms: upstreamSetting.retryMs(),
  fallback: Joi.alternatives(
    Joi.string(),
    Joi.object({ provider: Joi.string().required(), model: modelName }),
  ),
});
