import { join, resolve } from 'node:path';
import type { MediaRef, TranscodeOutput } from '@medley/contracts';
import {
  durationLimit,
  ensureFreeSpace,
  probeMedia,
  runFfmpeg,
  toolLimits,
  type DurationLimit,
  type FfmpegBinary,
  type MediaInfo,
} from '@medley/ffmpeg';
import { AppError } from '@medley/kit';
import type { StepContext, StepInputs } from '@medley/step-worker';
import { measureMp3 } from './measure-mp3';
import type { OutputPlan } from './plan-output';
import { transcodeLimits } from './transcode-limits';
import { validateOutput } from './validate-output';
import { storeWaveform } from './waveform/store-waveform';

/** Time limit of one attempt, in milliseconds; below the delivery acknowledgement timeout of RabbitMQ (30 min). */
export const TRANSCODE_MS = 20 * 60_000;

type ConversionContext = Pick<
  StepContext<'transcode'> | StepContext<'redact'>,
  'signal' | 'workspace' | 'mediaSecondsMax' | 'progress' | 'blobs' | 'blobKey' | 'logger'
>;

/** Media that FFmpeg can open, and where its MP3 goes. */
export interface OpenedMedia {
  ffmpeg: string;
  from: string;
  to: string;
  workspace: string;
  media: MediaInfo;
  /** Of the operator and of the reservation. */
  limit: DurationLimit;
}

/** @throws AppError ENGINE_NOT_CONFIGURED, MEDIA_TOO_LONG; as `probeMedia` */
export async function openMedia(
  inputs: StepInputs,
  context: ConversionContext,
  { ffmpeg, secondsAllowed }: { ffmpeg: FfmpegBinary; secondsAllowed: number },
): Promise<OpenedMedia> {
  if (ffmpeg.path === null) throw new AppError('ENGINE_NOT_CONFIGURED', ffmpeg.reason);
  const from = resolve(await inputs.mediaPath());
  const workspace = await context.workspace();
  const media = await probeMedia(ffmpeg.path, from, { workspace, signal: context.signal });
  if (media.duration !== null && media.duration > secondsAllowed) {
    throw durationLimit(secondsAllowed, null).refusal();
  }
  // The reservation covers the output, which may be only a part of the media.
  const limit = durationLimit(secondsAllowed, context.mediaSecondsMax);
  return { ffmpeg: ffmpeg.path, from, to: join(workspace, 'audio.mp3'), workspace, media, limit };
}

/** Run FFmpeg and check its MP3, whose properties are measured. @throws AppError as `runFfmpeg` and `validateOutput` */
export async function convertToMp3(
  { ffmpeg, to, workspace, media, limit }: OpenedMedia,
  { plan, args }: { plan: OutputPlan; args: string[] },
  { signal, progress }: ConversionContext,
): Promise<TranscodeOutput> {
  // One copy in the workspace and one in the blob store.
  await ensureFreeSpace(workspace, 2 * expectedBytes(plan, limit.seconds), 'the MP3');
  const onSeconds = (seconds: number): void => {
    if (plan.expected !== null && plan.expected > 0) progress(seconds / plan.expected);
  };
  const run = await runFfmpeg({
    ffmpeg,
    args,
    product: 'the MP3',
    fileBytesMax: toolLimits.fileBytes,
    timeLimitMs: TRANSCODE_MS,
    workspace,
    signal,
    onSeconds,
  });
  const mp3 = validateOutput(await measureMp3(to), { ...run, plan, media, limit });
  const { duration, size, bitrate, sampleRate, channels } = mp3;
  return { format: 'mp3', duration, size, bitrate, sample_rate: sampleRate, channels };
}

/** Store the MP3 for the steps below and for clients, and its waveform for those who see it. */
export async function storeMp3(
  opened: OpenedMedia,
  { size, duration }: TranscodeOutput,
  context: ConversionContext,
): Promise<MediaRef> {
  const blob = context.blobKey('audio.mp3');
  await storeWaveform(opened, blob, context);
  await context.blobs.put(blob, { path: opened.to });
  context.progress(1);
  return { blob, content_type: 'audio/mpeg', size, duration };
}

function expectedBytes(plan: OutputPlan, secondsLimit: number): number {
  const bytes = ((plan.expected ?? secondsLimit) * plan.bitrate) / 8;
  return Math.min(bytes, transcodeLimits.outputBytesMax);
}
