/** Types of data passed between steps. `url` and `text` are also the inputs of a task. */
type DataType = 'url' | 'text' | 'media';

/** All step kinds. Add a new kind here first; the compiler then reports every missing row. */
export const stepKinds = [
  'fetch',
  'transcode',
  'transcribe',
  'llm',
  'depersonalize',
  'restore',
  'redact',
] as const;
export type StepKind = (typeof stepKinds)[number];

export const stepCategories = ['source', 'media', 'speech', 'language', 'privacy'] as const;
type StepCategory = (typeof stepCategories)[number];

export const inputTypes = ['url', 'text'] as const;
export type InputType = (typeof inputTypes)[number];

/** Price of one step in units (1 credit = 10,000 units), so that sums are exact integers. */
export interface StepPrice {
  fixed: number;
  per_minute: number;
  per_1000_characters: number;
}

export interface StepKindDefinition {
  category: StepCategory;
  description: string;
  input: DataType;
  output: 'text' | 'media';
  /** The service whose instances consume this kind's queue. */
  service: string;
  /** Whether the step reads the mapping of a `depersonalize` ancestor. */
  needsMapping: boolean;
  /** Whether an attempt may cost money at a provider, so that it must never run twice. */
  paidUpstream: boolean;
  price: StepPrice;
}

export const stepCatalogue: Readonly<Record<StepKind, StepKindDefinition>> = {
  fetch: {
    category: 'source',
    description: 'Downloads the media behind the task’s link.',
    input: 'url',
    output: 'media',
    service: 'fetcher',
    needsMapping: false,
    paidUpstream: false,
    price: { fixed: 1_000, per_minute: 0, per_1000_characters: 0 },
  },
  transcode: {
    category: 'media',
    description: 'Converts media to MP3.',
    input: 'media',
    output: 'media',
    service: 'transcoder',
    needsMapping: false,
    paidUpstream: false,
    price: { fixed: 1_000, per_minute: 500, per_1000_characters: 0 },
  },
  transcribe: {
    category: 'speech',
    description: 'Turns speech into text, with speakers if wanted.',
    input: 'media',
    output: 'text',
    service: 'transcriber',
    needsMapping: false,
    paidUpstream: true,
    price: { fixed: 1_000, per_minute: 5_000, per_1000_characters: 0 },
  },
  llm: {
    category: 'language',
    description: 'Applies a prompt or a prompt template to text with a language model.',
    input: 'text',
    output: 'text',
    service: 'llm',
    needsMapping: false,
    paidUpstream: true,
    price: { fixed: 1_000, per_minute: 0, per_1000_characters: 1_000 },
  },
  depersonalize: {
    category: 'privacy',
    description: 'Removes personal data from text: blind, reversible or by synthetic values.',
    input: 'text',
    output: 'text',
    service: 'pii',
    needsMapping: false,
    paidUpstream: false,
    price: { fixed: 500, per_minute: 0, per_1000_characters: 200 },
  },
  restore: {
    category: 'privacy',
    description: 'Puts the originals of a reversible depersonalization back into text.',
    input: 'text',
    output: 'text',
    service: 'pii',
    needsMapping: true,
    paidUpstream: false,
    price: { fixed: 500, per_minute: 0, per_1000_characters: 100 },
  },
  redact: {
    category: 'privacy',
    description: 'Makes the personal data that a depersonalization of the transcript has found inaudible.',
    input: 'media',
    output: 'media',
    service: 'transcoder',
    needsMapping: false,
    paidUpstream: false,
    price: { fixed: 1_000, per_minute: 500, per_1000_characters: 0 },
  },
};

/** Type guard for step kinds; safe for names such as `constructor` and `__proto__`. */
export function isStepKind(name: unknown): name is StepKind {
  return stepKinds.includes(name as StepKind);
}

/**
 * Whether steps of a kind may be part of a unit, which a crash repeats as a whole: work on text that no upstream bills.
 */
export function joinsUnits(kind: StepKind): boolean {
  const { input, paidUpstream } = stepCatalogue[kind];
  return input === 'text' && !paidUpstream;
}
