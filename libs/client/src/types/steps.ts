/** The kinds of steps. */
export type StepName = 'fetch' | 'transcode' | 'transcribe' | 'llm' | 'depersonalize' | 'restore' | 'redact';

export type DepersonalizeMode = 'blind' | 'reversible' | 'randomize';

export interface TranscodeOptions {
  /** Bits per second; values from 8 to 320 are read as kbit/s. */
  bitrate?: number;
  sample_rate?: 8000 | 11025 | 12000 | 16000 | 22050 | 24000 | 32000 | 44100 | 48000;
  channels?: 1 | 2;
  /** Normalize loudness (EBU R 128). */
  normalize?: boolean;
  /** Seconds from the start of the media. */
  start?: number;
  end?: number;
}

export interface TranscribeOptions {
  /** ISO 639-1 or `auto`; absent: the task's `language_in`. */
  language?: string;
  diarization?: boolean;
  min_speakers?: number;
  max_speakers?: number;
  /** Names and terms that are likely to occur. */
  vocabulary?: string[];
  /** Also return the time of every word. */
  words?: boolean;
  model?: string;
}

export interface LlmOptions {
  prompt?: string;
  template?: string;
  provider?: string;
  model?: string;
  temperature?: number;
  /** JSON Schema (draft 2020-12 or 07) of the completion. */
  response_schema?: Record<string, unknown>;
}

export interface DepersonalizeOptions {
  mode?: DepersonalizeMode;
  /** `high` misses fewer names of people and marks more other words; absent: `balanced`. */
  sensitivity?: 'balanced' | 'high';
  /** Entities with a lower `score` stay in the text, 0 to 1; absent: 0. */
  min_score?: number;
  entity_types?: EntityType[];
  /** Values that are not replaced. */
  allow_list?: string[];
  /**
   * Values that are replaced wherever they stand as whole words; a plain text has the type `CUSTOM_DENIED`. Types are
   * `CUSTOM_` and then A–Z, 0–9 and `_`, at most 32 characters.
   */
  deny_list?: (string | { text: string; type?: string })[];
  /** What these regular expressions (RE2 syntax) match is replaced. */
  patterns?: { type: string; regex: string }[];
}

export interface RedactOptions {
  /** What is heard instead of personal data; absent: `beep`. */
  with?: 'beep' | 'silence';
  /** Milliseconds added on both sides; absent: 150. */
  padding_ms?: number;
}

/** Types of personal data that a `depersonalize` step detects. */
export type EntityType =
  | 'PERSON'
  | 'PHONE'
  | 'EMAIL'
  | 'ADDRESS'
  | 'DATE_OF_BIRTH'
  | 'PASSPORT'
  | 'SNILS'
  | 'INN'
  | 'OGRNIP'
  | 'DRIVER_LICENCE'
  | 'CREDIT_CARD'
  | 'BANK_ACCOUNT'
  | 'IBAN'
  | 'IP'
  | 'MAC'
  | 'URL'
  | 'USERNAME'
  | 'MEDICAL_ID'
  | 'MILITARY_ID'
  | 'BIRTH_CERT'
  | 'VEHICLE_PLATE'
  | 'VIN'
  | 'CRYPTO'
  | 'US_SSN'
  | 'US_ITIN'
  | 'UK_NINO'
  | 'UK_NHS';

export interface StepOptions {
  fetch: Record<string, never>;
  transcode: TranscodeOptions;
  transcribe: TranscribeOptions;
  llm: LlmOptions;
  depersonalize: DepersonalizeOptions;
  restore: Record<string, never>;
  redact: RedactOptions;
}

/** A step of a request; its options depend on its name. */
export type StepRequest = {
  [Name in StepName]: {
    name: Name;
    /** Default: the name. Required when a name occurs twice. */
    id?: string;
    /** Ids of steps; default: the previous step; `[]` makes a first step. */
    depends_on?: string[];
    options?: StepOptions[Name];
  };
}[StepName];

/** A step with defaults applied. */
export interface ResolvedStep {
  id: string;
  name: StepName;
  depends_on: string[];
  options: Record<string, unknown>;
}

export type StepCategory = 'source' | 'media' | 'speech' | 'language' | 'privacy';
export type InputType = 'url' | 'text';

export interface StepDescription {
  name: StepName;
  category: StepCategory;
  description: string;
  input_types: InputType[];
  output_type: 'text' | 'media';
  /** JSON Schema of the step's options. */
  options_schema: Record<string, unknown>;
  /** Whether a ready worker is available now. */
  available: boolean;
  /** Why not available. */
  reason: string | null;
  /** Instances that can run such a step now. */
  workers: number;
  /** Tasks with such a step that awaits the turn of its account, counted up to 10,000. */
  waiting: number;
  /** Credits. */
  price: { fixed: number; per_minute: number; per_1000_characters: number };
  /** Of ready speech and language engines; else empty. */
  models: Model[];
}

export interface StepCatalogue {
  steps: StepDescription[];
  categories: StepCategory[];
  input_types: InputType[];
}

export interface StepFilter {
  category?: StepCategory;
  input_type?: InputType;
}

/** A prompt template for `llm` steps. */
export interface PromptTemplate {
  name: string;
  description: string;
  /**
   * Strategy for a text that exceeds the context window: notes on its chunks are combined into one completion, the
   * completions of its chunks are concatenated in order, or it is refused.
   */
  long: 'map-reduce' | 'join' | 'none';
}

export interface Model {
  /** A value of the option `model`. */
  name: string;
  engine: string;
  /** Whether steps without a `model` use it. */
  default: boolean;
  /** ISO 639-1; null: not restricted, or unknown. */
  languages: string[] | null;
  /** Whether `language` may be `auto`; null: unknown, or no speech model. */
  detects_language: boolean | null;
}
