import type { DepersonalizeMode } from './steps';

export interface FetchOutput {
  content_type: string;
  /** Bytes. */
  size: number;
  /** Seconds; null when unknown. */
  duration: number | null;
}

export interface TranscodeOutput {
  /** Signed link to the file: needs no key, valid until the task's `expires_at`. */
  url: string;
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
  /** Seconds. */
  start: number;
  end: number;
  text: string;
  /** `A`, `B`, …; null without diarization. */
  speaker: string | null;
}

export interface TranscriptWord {
  start: number;
  end: number;
  word: string;
  speaker?: string | null;
}

export interface Transcript {
  text: string;
  language: string;
  duration: number;
  segments: TranscriptSegment[];
  speakers: string[];
  /** Only with the option `words`. */
  words?: TranscriptWord[];
  warnings?: string[];
}

/** The peaks of a sound in version 2 of the JSON format of BBC audiowaveform. */
export interface Waveform {
  version: 2;
  channels: 1;
  /** Hertz. */
  sample_rate: number;
  /** Samples that each pair covers; the last one may cover fewer. */
  samples_per_pixel: number;
  bits: 8;
  /** Number of pairs, at most 2,000. */
  length: number;
  /** The lowest and the highest sample of each pair in turn, -128..127. */
  data: number[];
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

/** A detected entity, by UTF-16 offsets into the step's input. Never contains the original value. */
export interface FoundEntity {
  /** A type of a detector (`EntityType`) or of a rule of your own (`CUSTOM_…`). */
  type: string;
  start: number;
  end: number;
  replacement: string;
  /** The measured share of right ones among such entities, 0 to 1; 1 for own rules. Absent in older results. */
  score?: number;
}

export interface DepersonalizeOutput {
  text: string;
  mode: DepersonalizeMode;
  entities: FoundEntity[];
  /** Directly below a transcribe step: its segments with the replacements. */
  transcript?: Pick<Transcript, 'language' | 'duration' | 'segments' | 'speakers'>;
}

export interface RestoreOutput {
  text: string;
  /** Number of markers replaced by their originals. */
  restored: number;
  /** Markers of the mapping that the text does not contain. */
  missing: string[];
}

/** What cannot be heard any longer, in seconds of the file; `type` is that of the first entity where several touch. */
export interface Redaction {
  start: number;
  end: number;
  type: string;
}

export interface RedactOutput extends TranscodeOutput {
  redactions: Redaction[];
}

/** Replaces an output that is too large: the outputs of a task are embedded up to 8 MiB, the smallest first. */
export interface OmittedOutput {
  omitted: true;
  /** Bytes. */
  size: number;
  /** Signed link to the output as JSON: needs no key, valid until the task's `expires_at`. */
  url: string;
}

export type StepOutput =
  | FetchOutput
  | TranscodeOutput
  | Transcript
  | LlmOutput
  | DepersonalizeOutput
  | RestoreOutput
  | RedactOutput
  | OmittedOutput;

/** An output without `text`, declared so that `output?.text` can be read from any output. */
type Omitted = OmittedOutput & { text?: never };

/** One key for each completed step: its id, by default its name. */
export interface TaskOutput {
  fetch?: FetchOutput;
  transcode?: TranscodeOutput;
  transcribe?: Transcript | Omitted;
  llm?: LlmOutput | Omitted;
  depersonalize?: DepersonalizeOutput | Omitted;
  restore?: RestoreOutput | Omitted;
  redact?: RedactOutput | Omitted;
  [stepId: string]: StepOutput | undefined;
}
