import type { DepersonalizeMode, EntityType } from './steps';

export interface FetchOutput {
  content_type: string;
  /** Bytes. */
  size: number;
  /** Seconds; null when the container does not say. */
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

export interface LlmOutput {
  text: string;
  /** The answer as JSON; only with a response schema, and always valid by it. */
  data?: unknown;
  /** The provider that answered: another than the chosen one after a fall-back. */
  provider: string;
  /** The model that answered, as its provider calls it. */
  model: string;
  /** `cost` is in the currency of the operator's price list; only when the model has a price. */
  usage: { input_tokens: number; output_tokens: number; cost?: number };
}

/** Where something was found, as UTF-16 offsets into the step's input. Never holds an original value. */
export interface FoundEntity {
  type: EntityType;
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
  /** Markers that the text no longer held. */
  missing: string[];
}

/** In place of an output that is too large: the outputs of a task are embedded up to 8 MiB, the smallest first. */
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
  | OmittedOutput;

/** Has no text, which may be asked for without looking first. */
type Omitted = OmittedOutput & { text?: never };

/** One key per finished step: its id, which is its name unless the request said otherwise. */
export interface TaskOutput {
  fetch?: FetchOutput;
  transcode?: TranscodeOutput;
  transcribe?: Transcript | Omitted;
  llm?: LlmOutput | Omitted;
  depersonalize?: DepersonalizeOutput | Omitted;
  restore?: RestoreOutput | Omitted;
  [stepId: string]: StepOutput | undefined;
}
