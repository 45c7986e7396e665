import type { RecognitionResult } from '../engines/speech-engine';

/** The transcription of one chunk. All times are seconds from the start of the recording. */
export interface TranscribedChunk {
  /** The audio that was sent to the engine. */
  start: number;
  end: number;
  /** The part that this chunk contributes: without the overlap with its neighbours. */
  from: number;
  to: number;
  result: RecognitionResult;
}
