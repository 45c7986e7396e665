export { transcoderSchema, transcoderSettings } from './config';
export type { TranscoderConfig, TranscoderSettings } from './config';
export { startTranscoder } from './start-transcoder';
export type { TranscoderPorts } from './start-transcoder';
