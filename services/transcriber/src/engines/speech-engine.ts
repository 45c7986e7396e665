import type { SpokenSegment, SpokenWord } from '../spoken-segment';

/** A file with a chunk of prepared audio (see wav-format.ts), read-only. */
export interface AudioChunk {
  path: string;
  /** Seconds. */
  duration: number;
}

/** Options of a transcription. */
export interface SpeechRequest {
  model: string;
  /** ISO 639-1; null: the engine detects the language. */
  language: string | null;
  /** Names and terms that are likely to occur. */
  vocabulary: readonly string[];
  /** Whether the engine diarizes; true only for models with `diarizes`. */
  diarization: boolean;
  /** Limits of the number of speakers; null: no limit. */
  minSpeakers: number | null;
  maxSpeakers: number | null;
}

/** The transcription of one chunk; null for what the engine does not return. */
export interface RecognitionResult {
  text: string;
  /** ISO 639-1. */
  language: string | null;
  segments: SpokenSegment[] | null;
  words: SpokenWord[] | null;
}

/** A model of an engine. */
export interface SpeechModel {
  /** The value of the option `model` of a step that selects it. */
  name: string;
  /** Whether the model itself diarizes. */
  diarizes: boolean;
  /** Supported languages, ISO 639-1; null: unknown or not restricted. */
  languages: readonly string[] | null;
  /** Whether it tells the language of a recording itself. One that supports a single language need not. */
  detectsLanguage: boolean;
}

/** Speech recognition by an HTTP API, a library or a program; several engines may be configured. */
export interface SpeechEngine {
  name: string;
  /** The first one is the default. */
  models: readonly SpeechModel[];
  /** Limits of a chunk. */
  chunkBytesMax: number;
  chunkSecondsMax: number;
  /** Chunks that are transcribed at the same time, over all steps of this process. */
  concurrency: number;
  /** Why the engine does not work, for operators; null when it works. */
  reason: string | null;
  /** Transcribes a chunk. @throws AppError UPSTREAM_*, TOOL_CRASHED; the reason of the signal, at once */
  transcribe(chunk: AudioChunk, request: SpeechRequest, signal: AbortSignal): Promise<RecognitionResult>;
  /** Ends the child processes of the engine. */
  close(): Promise<void>;
}
