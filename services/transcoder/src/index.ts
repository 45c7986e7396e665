export { transcoderSchema, transcoderSettings } from './config';
export type { TranscoderConfig, TranscoderSettings } from './config';
export { findFfmpeg } from './find-ffmpeg';
export type { FoundFfmpeg } from './find-ffmpeg';
export { startTranscoder } from './start-transcoder';
export type { TranscoderPorts } from './start-transcoder';
