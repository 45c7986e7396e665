import type { ProcessLimits } from '@medley/step-worker';

/** What the kernel lets ffmpeg use. CPU time is enough for 4 hours of media on a slow core. */
export const toolLimits: ProcessLimits = {
  addressSpaceBytes: 2 * 1024 ** 3,
  cpuSeconds: 20 * 60,
  fileBytes: 1024 ** 3,
  openFiles: 64,
};

/** One attempt of the step; below the broker's 30 minutes for a message in hand. */
export const TRANSCODE_MS = 20 * 60_000;
