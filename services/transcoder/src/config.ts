import { availableParallelism } from 'node:os';
import {
  blobSettings,
  brokerSettings,
  ffmpegSettings,
  processSettings,
  type BlobSettings,
  type BrokerSettings,
  type FfmpegSettings,
  type ProcessSettings,
} from '@medley/kit';
import Joi from 'joi';

/** The settings that `startTranscoder` reads. */
export interface TranscoderSettings extends FfmpegSettings {
  /** Files that are converted at the same time; each uses about one core. */
  CONCURRENCY: number;
  /** Longer media is refused. */
  MAX_MEDIA_SECONDS: number;
  /** Parent of the work directories and of an executable copy of the bundled FFmpeg. */
  DATA_DIR: string;
}

const transcoderSettings = {
  CONCURRENCY: Joi.number()
    .integer()
    .min(1)
    .max(64)
    .default(Math.max(1, Math.floor(availableParallelism() / 2))),
  ...ffmpegSettings,
  MAX_MEDIA_SECONDS: Joi.number().integer().min(1).max(86_400).default(14_400),
  DATA_DIR: blobSettings.DATA_DIR,
};

export type TranscoderConfig = ProcessSettings & BrokerSettings & BlobSettings & TranscoderSettings;

export const transcoderSchema = Joi.object<TranscoderConfig>({
  ...processSettings,
  ...brokerSettings,
  ...blobSettings,
  ...transcoderSettings,
});
