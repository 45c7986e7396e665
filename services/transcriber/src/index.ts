export { transcriberSchema, transcriberSettings } from './config';
export type { TranscriberConfig, TranscriberSettings } from './config';
export { startTranscriber } from './start-transcriber';
export { diarize } from './diarization/diarize';
