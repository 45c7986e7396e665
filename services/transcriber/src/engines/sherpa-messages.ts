/** The first message to a process: the models it loads. The objects are configurations of sherpa-onnx. */
export interface SherpaConfig {
  recognizer: {
    modelConfig: Record<string, unknown> & { whisper?: object };
    decodingMethod: string;
    featConfig: object;
  };
  vad: object | null;
  diarization: { segmentation: object; embedding: object; threshold: number } | null;
}

/** A chunk of audio to transcribe. */
export interface SherpaJob {
  path: string;
  /** ISO 639-1; used by Whisper models only. Null: detect it. */
  language: string | null;
  /** Limits of the number of speakers; null: no diarization. */
  speakers: { min: number | null; max: number | null } | null;
}

/** An utterance and its transcription; `start` and `end` are seconds from the start of the chunk. */
export interface SherpaUtterance {
  start: number;
  end: number;
  speaker: string | null;
  text: string;
  language: string;
  tokens: string[];
  /** Seconds from the start of the utterance, one for each token; empty when the model returns none. */
  timestamps: number[];
  /** Seconds, one for each token; empty when the model returns none. */
  durations: number[];
}

/** The response to a message: `done` is empty after loading. */
export type SherpaResponse = { done: SherpaUtterance[] } | { error: string };

/** Starts each response line, to distinguish it from what the library prints. */
export const RESPONSE_PREFIX = '@medley ';
