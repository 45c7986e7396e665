/** A local file with speech, to be read only. */
export interface SpeechFile {
  path: string;
  /** Media type, such as `audio/mpeg`; video with a sound track is welcome too. */
  contentType: string;
}

export interface SpeechRequest {
  model: string;
  /** ISO 639-1; null: the engine finds out. */
  language: string | null;
  /** Whether times of single words are wanted. */
  words: boolean;
  /** Names and terms that are likely to occur. */
  vocabulary: readonly string[];
}

export interface SpokenSegment {
  /** Seconds from the start of the file. */
  start: number;
  end: number;
  text: string;
  /** The engine's label of who speaks; null when it cannot tell. */
  speaker: string | null;
}

export interface SpokenWord {
  start: number;
  end: number;
  word: string;
}

/** What an engine heard, in its own words; absent is what it does not say. */
export interface Heard {
  text: string;
  /** ISO 639-1. */
  language: string | null;
  /** Seconds. */
  duration: number | null;
  segments: SpokenSegment[] | null;
  words: SpokenWord[] | null;
}

/** Speech recognition behind a wire format or a library. One file each; several may be configured side by side. */
export interface SpeechEngine {
  name: string;
  /** The models a step may name; the first is the default. */
  models: readonly string[];
  /** The largest file it takes, in bytes. */
  fileBytesMax: number;
  /** @throws AppError UPSTREAM_*; on abort the signal's reason, at once */
  transcribe(file: SpeechFile, request: SpeechRequest, signal: AbortSignal): Promise<Heard>;
}
