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

/** What the transcoder itself reads. */
export interface TranscoderSettings extends FfmpegSettings {
  /** Files converted side by side; each keeps about one core busy. */
  CONCURRENCY: number;
  /** Media that lasts longer is refused. */
  MAX_MEDIA_SECONDS: number;
  /** Work directories and, if need be, a runnable copy of ffmpeg go below it. */
  DATA_DIR: string;
}

export const transcoderSettings = {
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
