export { transcriberSchema } from './config';
export { engineEntry } from './engines/engine-entry';
export { startTranscriber } from './start-transcriber';
export { DiarizationPool } from './diarization/diarization-pool';
export { findTranscriberFaults } from './find-transcriber-faults';
