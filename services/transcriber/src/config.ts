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

/** The settings that `startTranscriber` reads. */
export interface TranscriberSettings extends FfmpegSettings {
  /** Parent of the work directories. */
  DATA_DIR: string;
  /** Longer media is refused. */
  MAX_MEDIA_SECONDS: number;
  /** Steps that run at the same time. */
  CONCURRENCY: number;
  /** Path of a JSON list of speech engines; replaces the `ASR_*` settings below, which describe one engine. */
  ASR_ENGINES_FILE?: string;
  ASR_KIND: 'openai' | 'deepgram';
  /** Base URL of an OpenAI-compatible engine, ends in `/v1`; has a default for Deepgram. */
  ASR_BASE_URL?: string;
  ASR_API_KEY?: string;
  /** Models that a step may select; the first one is the default. Absent: the default model of the kind. */
  ASR_MODEL?: string[];
  /** Idle timeout of a request. */
  ASR_SILENCE_MS: number;
  /** Delay before the first retry. */
  ASR_RETRY_MS: number;
}

/** Settings that cannot be combined with ASR_ENGINES_FILE. */
const singleEngineSettings = ['ASR_BASE_URL', 'ASR_API_KEY', 'ASR_MODEL'] as const;

const enginesFile = Joi.string().custom((value: string, helpers) => {
  const [settings] = helpers.state.ancestors as Partial<TranscriberSettings>[];
  const conflicts = singleEngineSettings.filter((name) => settings?.[name] !== undefined);
  return conflicts.length === 0
    ? value
    : helpers.message({ custom: `{{#label}} and ${conflicts.join(', ')} exclude each other` });
});

const transcriberSettings = {
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
