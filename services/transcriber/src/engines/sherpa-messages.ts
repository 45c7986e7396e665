/** What a process is told first: the models it is to hold. The objects are in the library's own words. */
export interface SherpaConfig {
  recognizer: {
    modelConfig: Record<string, unknown> & { whisper?: object };
    decodingMethod: string;
    featConfig: object;
  };
  vad: object | null;
  diarization: { segmentation: object; embedding: object; threshold: number } | null;
}

/** One chunk of audio. */
export interface SherpaJob {
  path: string;
  /** Only Whisper can be told. */
  language: string | null;
  /** How many voices to tell apart; null: do not. */
  speakers: { min: number | null; max: number | null } | null;
}

/** A stretch of speech and what was heard in it; times in seconds from the start of the chunk. */
export interface SherpaUtterance {
  start: number;
  end: number;
  speaker: string | null;
  text: string;
  language: string;
  tokens: string[];
  /** Seconds from the start of the utterance, for each token; none when the model does not say. */
  timestamps: number[];
  durations: number[];
}

export type SherpaResponse = { done: SherpaUtterance[] } | { error: string };

/** Opens each line of an answer: the library prints lines of its own. */
export const RESPONSE_PREFIX = '@medley ';
