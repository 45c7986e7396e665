/**
 * Text or JSON passed between services: inline when small, else a reference to the blob store. `size` is in bytes;
 * `characters` is the number of code points of a text, so that its length can be checked without reading it.
 */
export type Payload = { inline: string } | { blob: string; size: number; characters?: number };

/** Maximum bytes (UTF-8) of a payload that is inline in a message or a task document. */
export const INLINE_BYTES_MAX = 64 * 1024;

/** Reference to media in the blob store. `duration` in seconds, null until it is measured. */
export interface MediaRef {
  blob: string;
  content_type: string;
  size: number;
  duration: number | null;
}

/** Seconds of the media; `end` null: up to its end. */
export interface MediaPart {
  start: number;
  end: number | null;
}

/** Input of a step: a URL, a text or media; `mapping` (encrypted) only for `restore`. */
export interface StepInput {
  url?: string;
  /** Sealed headers for the origin of `url`, and the account to which they belong. */
  source_headers?: { account_id: string; sealed: string };
  text?: Payload;
  media?: MediaRef;
  mapping?: Payload;
  /** The output of the transcribe step as JSON: the one whose text `text` is (`depersonalize`), or was (`redact`). */
  transcript?: Payload;
  /** The output of the depersonalize step as JSON; only for `redact`. */
  depersonalized?: Payload;
  /** Which part of the transcribed sound `media` is; only for `redact`. */
  part?: MediaPart;
}

/** Usage to charge: seconds of media and characters (code points) of text that were processed. */
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

/** Properties of the transcoded file; the gateway adds the signed `url` to responses. */
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
  /** The parsed completion; only with a response schema, and always valid against it. */
  data?: unknown;
  /** The provider that completed the request; differs from the chosen one after a failover. */
  provider: string;
  /** The model that completed the request, by its provider's name for it. */
  model: string;
  /** `cost` is in the currency of the operator's price list; only when the model has a price. */
  usage: { input_tokens: number; output_tokens: number; cost?: number };
}

/** How readily a word is taken for a name: `high` leaves fewer names and takes more other words for names. */
export const sensitivities = ['balanced', 'high'] as const;
export type Sensitivity = (typeof sensitivities)[number];

export const depersonalizeModes = ['blind', 'reversible', 'randomize'] as const;
export type DepersonalizeMode = (typeof depersonalizeModes)[number];

/** A detected entity, by UTF-16 offsets into the step's input text. Never contains the original value. */
export interface FoundEntity {
  type: string;
  start: number;
  end: number;
  replacement: string;
  /** The measured share of right ones among such entities, 0..1; 1 for own rules. Absent in results of versions before 0.3. */
  score?: number;
}

/** A transcript with the replacements of a depersonalization in its segments. */
export type RedactedTranscript = Pick<TranscribeOutput, 'language' | 'duration' | 'segments' | 'speakers'>;

export interface DepersonalizeOutput {
  text: string;
  mode: DepersonalizeMode;
  entities: FoundEntity[];
  /** Only when the text is that of a transcribe step. */
  transcript?: RedactedTranscript;
}

export interface RestoreOutput {
  text: string;
  /** Number of markers replaced by their originals. */
  restored: number;
  /** Markers of the mapping that the text does not contain. */
  missing: string[];
}

/** What cannot be heard any longer, in seconds of the file. `type` is that of the entity, of the first one where several touch. */
export interface Redaction {
  start: number;
  end: number;
  type: string;
}

/** Properties of the redacted file; the gateway adds the signed `url` to responses. */
export interface RedactOutput extends TranscodeOutput {
  redactions: Redaction[];
}

export interface StepOutputs {
  fetch: FetchOutput;
  transcode: TranscodeOutput;
  transcribe: TranscribeOutput;
  llm: LlmOutput;
  depersonalize: DepersonalizeOutput;
  restore: RestoreOutput;
  redact: RedactOutput;
}
