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

/** What the llm service itself reads. */
export interface LlmSettings {
  DATA_DIR: string;
  /** Steps at once. */
  CONCURRENCY: number;
  /** An OpenAI-compatible upstream, ending in `/v1`; absent: llm steps are refused. */
  LLM_BASE_URL?: string;
  LLM_API_KEY?: string;
  /** The models a step may name; the first is the default. */
  LLM_MODEL: string[];
  LLM_SILENCE_MS: number;
  /** Where the words of the prompt templates are; absent: those of this package. */
  LLM_TEMPLATES_DIR?: string;
}

export const llmSettings = {
  DATA_DIR: blobSettings.DATA_DIR,
  CONCURRENCY: Joi.number().integer().min(1).max(256).default(4),
  LLM_BASE_URL: upstreamSetting.baseUrl(),
  LLM_API_KEY: upstreamSetting.apiKey(),
  LLM_MODEL: commaList(Joi.string().max(200)).default(['gpt-4o-mini']),
  LLM_SILENCE_MS: upstreamSetting.silenceMs(),
  LLM_TEMPLATES_DIR: Joi.string(),
};

export type LlmConfig = ProcessSettings & BrokerSettings & BlobSettings & LlmSettings;

export const llmSchema = Joi.object<LlmConfig>({
  ...processSettings,
  ...brokerSettings,
  ...blobSettings,
  ...llmSettings,
});
