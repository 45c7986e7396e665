/** One voice speaks. */
export interface SpeakerTurn {
  /** Seconds from the start of the file. */
  start: number;
  end: number;
  /** Any label; the same voice has the same one in the whole file. */
  speaker: string;
}

/** Who speaks when, and what a reader must know about it: `turns` is empty when nothing honest can be said. */
export interface Diarization {
  turns: SpeakerTurn[];
  /** Sentences for `warnings` of the output. */
  warnings: string[];
}
