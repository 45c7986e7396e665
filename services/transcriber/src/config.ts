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

/** What the transcriber itself reads. */
export interface TranscriberSettings {
  DATA_DIR: string;
  /** Steps at once. */
  CONCURRENCY: number;
  /** An OpenAI-compatible speech upstream, ending in `/v1`; absent: transcribe steps are refused. */
  ASR_BASE_URL?: string;
  ASR_API_KEY?: string;
  /** The models a step may name; the first is the default. */
  ASR_MODEL: string[];
  ASR_SILENCE_MS: number;
}

export const transcriberSettings = {
  DATA_DIR: blobSettings.DATA_DIR,
  CONCURRENCY: Joi.number().integer().min(1).max(256).default(4),
  ASR_BASE_URL: upstreamSetting.baseUrl(),
  ASR_API_KEY: upstreamSetting.apiKey(),
  ASR_MODEL: commaList(Joi.string().max(200)).default(['whisper-1']),
  ASR_SILENCE_MS: upstreamSetting.silenceMs(),
};

export type TranscriberConfig = ProcessSettings & BrokerSettings & BlobSettings & TranscriberSettings;

export const transcriberSchema = Joi.object<TranscriberConfig>({
  ...processSettings,
  ...brokerSettings,
  ...blobSettings,
  ...transcriberSettings,
});
