import type { ProcessLimits } from '@medley/step-worker';

/** Resource limits of one FFmpeg process. The CPU time is enough for 4 hours of media on a slow core. */
export const toolLimits: Required<ProcessLimits> = {
  addressSpaceBytes: 2 * 1024 ** 3,
  cpuSeconds: 20 * 60,
  fileBytes: 1024 ** 3,
  openFiles: 64,
};
