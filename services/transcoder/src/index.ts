export { transcoderSchema } from './config';
export type { TranscoderConfig } from './config';
export { startTranscoder } from './start-transcoder';
