/** A segment of the transcript: a phrase or a sentence. */
export interface SpokenSegment {
  /** Seconds from the start of the chunk. */
  start: number;
  end: number;
  text: string;
  /** Speaker label of the engine, valid within this chunk only; null when unknown. */
  speaker: string | null;
}

/** A word with its times. */
export interface SpokenWord {
  /** Seconds from the start of the chunk. */
  start: number;
  end: number;
  word: string;
  speaker: string | null;
}
