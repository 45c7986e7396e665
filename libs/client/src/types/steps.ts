/** What a step can be. */
export type StepName = 'fetch' | 'transcode' | 'transcribe' | 'llm' | 'depersonalize' | 'restore';

export type DepersonalizeMode = 'blind' | 'reversible' | 'randomize';

export interface TranscodeOptions {
  /** Bits per second; 8 to 320 are taken as kbit/s. */
  bitrate?: number;
  sample_rate?: 8000 | 11025 | 12000 | 16000 | 22050 | 24000 | 32000 | 44100 | 48000;
  channels?: 1 | 2;
  /** Even loudness (EBU R 128). */
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
  /** Names and terms that are likely to be heard. */
  vocabulary?: string[];
  /** Also give the time of every word. */
  words?: boolean;
  model?: string;
}

export interface LlmOptions {
  prompt?: string;
  template?: string;
  provider?: string;
  model?: string;
  temperature?: number;
  /** JSON Schema (draft 2020-12 or 07) that the answer has to fit. */
  response_schema?: Record<string, unknown>;
}

export interface DepersonalizeOptions {
  mode?: DepersonalizeMode;
  entity_types?: EntityType[];
  /** Texts that stay as they are. */
  allow_list?: string[];
}

/** The kinds of personal data that a depersonalize step finds. */
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
}

/** A step as it is asked for; its options go by its name. */
export type StepRequest = {
  [Name in StepName]: {
    name: Name;
    /** Default: the name. Needed where a step occurs twice. */
    id?: string;
    /** Ids of steps; default: the one before, `[]` makes a first step. */
    depends_on?: string[];
    options?: StepOptions[Name];
  };
}[StepName];

/** A step with its defaults filled in. */
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
  /** Whether a working engine is there right now. */
  available: boolean;
  /** Credits. */
  price: { fixed: number; per_minute: number; per_1000_characters: number };
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

/** A preset prompt that an llm step may name. */
export interface PromptTemplate {
  name: string;
  description: string;
  /**
   * What becomes of text that is too long for the model: notes of its parts make one answer, the answers to its parts
   * are joined in order, or it is refused.
   */
  long: 'map-reduce' | 'join' | 'none';
}
