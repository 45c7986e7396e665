/**
 * Text or JSON on its way between services: small things travel, large ones wait in the blob store. `size` is bytes;
 * `characters` are the code points of a text that a step may take, so that its length is known before it is read.
 */
export type Payload = { inline: string } | { blob: string; size: number; characters?: number };

/** Bytes (UTF-8) up to which a payload travels inside a message or a task document. */
export const INLINE_BYTES_MAX = 64 * 1024;

/** Media always waits in the blob store. `duration` in seconds, null while nobody has measured it. */
export interface MediaRef {
  blob: string;
  content_type: string;
  size: number;
  duration: number | null;
}

/** What a worker gets to work on: a link, a text, or media; `mapping` (encrypted) only for `restore`. */
export interface StepInput {
  url?: string;
  text?: Payload;
  media?: MediaRef;
  mapping?: Payload;
}

/** What was really used, for the bill: seconds of media and characters (code points) of text worked on. */
export interface StepUsage {
  media_seconds?: number;
  characters?: number;
}

export interface FetchOutput {
  content_type: string;
  size: number;
  /** Seconds; null when the container does not say. */
  duration: number | null;
}

/** What the transcoder knows of its file; the signed `url` is added when the task is shown. */
export interface TranscodeOutput {
  format: 'mp3';
  duration: number;
  size: number;
  /** Bits per second. */
  bitrate: number;
  sample_rate: number;
  channels: number;
}

export interface TranscriptSegment {
  id: number;
  start: number;
  end: number;
  text: string;
  speaker: string | null;
}

export interface TranscriptWord {
  start: number;
  end: number;
  word: string;
  speaker?: string | null;
}

export interface TranscribeOutput {
  text: string;
  language: string;
  duration: number;
  segments: TranscriptSegment[];
  speakers: string[];
  words?: TranscriptWord[];
  warnings?: string[];
}

export interface LlmOutput {
  text: string;
  /** The parsed answer; only with a response schema, and always valid by it. */
  data?: unknown;
  /** The provider that answered: another than the chosen one after a fall-back. */
  provider: string;
  /** The model that answered, as its provider calls it. */
  model: string;
  /** `cost` is in the currency of the operator's price list; only when the model has a price. */
  usage: { input_tokens: number; output_tokens: number; cost?: number };
}

export const depersonalizeModes = ['blind', 'reversible', 'randomize'] as const;
export type DepersonalizeMode = (typeof depersonalizeModes)[number];

/** Where something was found: UTF-16 offsets into the step's input text. Never holds an original value. */
export interface FoundEntity {
  type: string;
  start: number;
  end: number;
  replacement: string;
}

export interface DepersonalizeOutput {
  text: string;
  mode: DepersonalizeMode;
  entities: FoundEntity[];
}

export interface RestoreOutput {
  text: string;
  /** How many markers were put back. */
  restored: number;
  /** Markers of the mapping that the text no longer held. */
  missing: string[];
}

export interface StepOutputs {
  fetch: FetchOutput;
  transcode: TranscodeOutput;
  transcribe: TranscribeOutput;
  llm: LlmOutput;
  depersonalize: DepersonalizeOutput;
  restore: RestoreOutput;
}
