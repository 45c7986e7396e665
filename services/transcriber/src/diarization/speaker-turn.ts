/** A time span in which one speaker speaks. */
export interface SpeakerTurn {
  /** Seconds from the start of the file. */
  start: number;
  end: number;
  /** A label that is unique to the speaker in the whole recording. */
  speaker: string;
}

/** The result of a diarization; `turns` is empty when speakers could not be distinguished, and a warning says why. */
export interface Diarization {
  turns: SpeakerTurn[];
  /** For `warnings` of the output. */
  warnings: string[];
}
