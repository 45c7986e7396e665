/** A chunk of prepared audio: RIFF WAVE, 16 kHz, mono, 16 bits, to be read only. */
export interface AudioChunk {
  path: string;
  /** Seconds. */
  duration: number;
}

export interface SpeechRequest {
  model: string;
  /** ISO 639-1; null: the engine finds out. */
  language: string | null;
  /** Names and terms that are likely to occur. */
  vocabulary: readonly string[];
  /** Whether the engine is to tell speakers apart; only asked of models that can. */
  diarization: boolean;
  minSpeakers: number | null;
  maxSpeakers: number | null;
}

export interface SpokenSegment {
  /** Seconds from the start of the chunk. */
  start: number;
  end: number;
  text: string;
  /** The engine's label of who speaks, good within this chunk only; null when it cannot tell. */
  speaker: string | null;
}

export interface SpokenWord {
  /** Seconds from the start of the chunk. */
  start: number;
  end: number;
  word: string;
  speaker: string | null;
}

/** What an engine heard in one chunk, in its own words; null is what it does not say. */
export interface RecognitionResult {
  text: string;
  /** ISO 639-1. */
  language: string | null;
  segments: SpokenSegment[] | null;
  words: SpokenWord[] | null;
}

export interface SpeechModel {
  /** The name that the option `model` of a step picks. */
  name: string;
  /** Whether it tells speakers apart itself. */
  diarizes: boolean;
  /** ISO 639-1 codes of what it understands; null: not known, or very many. */
  languages: readonly string[] | null;
}

/** Speech recognition behind a wire format, a library or a program. One file each; several may be configured side by side. */
export interface SpeechEngine {
  name: string;
  /** The first is the default. */
  models: readonly SpeechModel[];
  /** The largest chunk it takes. */
  chunkBytesMax: number;
  chunkSecondsMax: number;
  /** Chunks at once, over all steps of this process. */
  concurrency: number;
  /** Why it cannot work, in words for an operator; null: it can. Known once the engine was made. */
  reason: string | null;
  /** @throws AppError UPSTREAM_*; on abort the signal's reason, at once */
  transcribe(chunk: AudioChunk, request: SpeechRequest, signal: AbortSignal): Promise<RecognitionResult>;
  /** Ends threads and what else it holds. */
  close(): Promise<void>;
}
