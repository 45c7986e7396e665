export { ensureRoom } from './ensure-room';
export { fencedInput, quietArgs } from './fenced-input';
export { findFfmpeg } from './find-ffmpeg';
export type { FoundFfmpeg } from './find-ffmpeg';
export { probeMedia } from './probe-media';
export type { MediaFacts } from './probe-media';
export { runFfmpeg } from './run-ffmpeg';
export { tooLong } from './too-long';
export { toolLimits } from './tool-limits';
