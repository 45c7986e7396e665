import {
  blobSettings,
  brokerSettings,
  commaList,
  ffmpegSettings,
  processSettings,
  type BlobSettings,
  type BrokerSettings,
  type FfmpegSettings,
  type ProcessSettings,
} from '@medley/kit';
import { upstreamSetting } from '@medley/upstream';
import Joi from 'joi';

/** What the transcriber itself reads. */
export interface TranscriberSettings extends FfmpegSettings {
  DATA_DIR: string;
  /** Media that lasts longer is refused. */
  MAX_MEDIA_SECONDS: number;
  /** Steps at once. */
  CONCURRENCY: number;
  /** A JSON list of speech engines; instead of the settings that follow, which describe one. */
  ASR_ENGINES_FILE?: string;
  ASR_KIND: 'openai' | 'deepgram';
  /** Where an OpenAI-compatible engine is, ending in `/v1`; Deepgram has an address of its own. */
  ASR_BASE_URL?: string;
  ASR_API_KEY?: string;
  /** The models a step may name; the first is the default. Absent: the usual one of the kind. */
  ASR_MODEL?: string[];
  ASR_SILENCE_MS: number;
  ASR_RETRY_MS: number;
}

/** What the list says for each engine is not said beside it. */
const shortSettings = ['ASR_BASE_URL', 'ASR_API_KEY', 'ASR_MODEL'] as const;

const enginesFile = Joi.string().custom((value: string, helpers) => {
  const [settings] = helpers.state.ancestors as Partial<TranscriberSettings>[];
  const besides = shortSettings.filter((name) => settings?.[name] !== undefined);
  return besides.length === 0
    ? value
    : helpers.message({ custom: `{{#label}} and ${besides.join(', ')} exclude each other` });
});

export const transcriberSettings = {
  DATA_DIR: blobSettings.DATA_DIR,
  ...ffmpegSettings,
  MAX_MEDIA_SECONDS: Joi.number().integer().min(1).max(86_400).default(14_400),
  CONCURRENCY: Joi.number().integer().min(1).max(256).default(4),
  ASR_ENGINES_FILE: enginesFile,
  ASR_KIND: Joi.valid('openai', 'deepgram').default('openai'),
  ASR_BASE_URL: upstreamSetting.baseUrl(),
  ASR_API_KEY: upstreamSetting.apiKey(),
  ASR_MODEL: commaList(Joi.string().max(200)),
  ASR_SILENCE_MS: upstreamSetting.silenceMs(),
  ASR_RETRY_MS: upstreamSetting.retryMs(),
};

export type TranscriberConfig = ProcessSettings & BrokerSettings & BlobSettings & TranscriberSettings;

export const transcriberSchema = Joi.object<TranscriberConfig>({
  ...processSettings,
  ...brokerSettings,
  ...blobSettings,
  ...transcriberSettings,
});
