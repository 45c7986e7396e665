import type { RecognitionResult } from '../engines/speech-engine';

/** What an engine heard in one chunk, on the clock of the whole recording. Seconds throughout. */
export interface TranscribedChunk {
  /** What the engine got to hear. */
  start: number;
  end: number;
  /** What it was asked for: less than it heard where a cut went through speech. */
  from: number;
  to: number;
  heard: RecognitionResult;
}
