import {
  blobSettings,
  brokerSettings,
  commaList,
  processSettings,
  type BlobSettings,
  type BrokerSettings,
  type ProcessSettings,
} from '@medley/kit';
import { upstreamSetting } from '@medley/upstream';
import Joi from 'joi';
import { contextTokens, providerKinds, type ProviderKind } from './providers/provider-entry';

/** The settings that `startLlm` reads. */
export interface LlmSettings {
  /** Parent of the work directories. */
  DATA_DIR: string;
  /** Steps that run at the same time. */
  CONCURRENCY: number;
  /** Path of a JSON list of providers, the first one is the default; replaces the settings of a single provider. */
  LLM_PROVIDERS_FILE?: string;
  /** Base URL of the upstream, ending in `/v1` for OpenAI-compatible ones; without it or a file llm steps are refused. */
  LLM_BASE_URL?: string;
  /** Its wire format. */
  LLM_KIND: ProviderKind;
  LLM_API_KEY?: string;
  /** Models that a step may select; the first one is the default. */
  LLM_MODEL: string[];
  /** Context window (prompt and answer) of these models in tokens; default: by the name of the model. */
  LLM_CONTEXT_TOKENS?: number;
  /** Idle timeout of a request. */
  LLM_SILENCE_MS: number;
  /** Delay before the first retry. */
  LLM_RETRY_MS: number;
  /** Directory of the prompt templates; default: those of this package. */
  LLM_TEMPLATES_DIR?: string;
}

const llmSettings = {
  DATA_DIR: blobSettings.DATA_DIR,
  CONCURRENCY: Joi.number().integer().min(1).max(256).default(4),
  LLM_PROVIDERS_FILE: Joi.string(),
  LLM_BASE_URL: upstreamSetting.baseUrl(),
  LLM_KIND: Joi.valid(...providerKinds).default('openai'),
  LLM_API_KEY: upstreamSetting.apiKey(),
  LLM_MODEL: commaList(Joi.string().max(200)).default(['gpt-4o-mini']),
  LLM_CONTEXT_TOKENS: contextTokens(),
  LLM_SILENCE_MS: upstreamSetting.silenceMs(),
  LLM_RETRY_MS: upstreamSetting.retryMs(),
  LLM_TEMPLATES_DIR: Joi.string(),
};

/** The settings of the language models alone. */
export const llmOwnSchema = Joi.object<LlmSettings>(llmSettings);

export type LlmConfig = ProcessSettings & BrokerSettings & BlobSettings & LlmSettings;

export const llmSchema = Joi.object<LlmConfig>({
  ...processSettings,
  ...brokerSettings,
  ...blobSettings,
  ...llmSettings,
});
