/** A stretch of the text of a passage and of the sound. */
export interface Mark {
  /** UTF-16 offsets into the text of the passage. */
  from: number;
  to: number;
  /** Seconds of the transcript. */
  start: number;
  end: number;
}

/** A part of a transcript that stands alone: a segment, or several of one speaker. */
export interface Passage {
  index: number;
  speaker: string | null;
  /** Another one than that of the passage before. */
  isNewSpeaker: boolean;
  start: number;
  end: number;
  text: string;
  /** Its words, or its segments where the times of words are not known; by time. */
  marks: readonly Mark[];
}
