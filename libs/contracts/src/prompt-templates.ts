/** Names of the prompt templates of `llm` steps. Their texts are files of the llm service. */
export const promptTemplateNames = [
  'summary',
  'minutes',
  'action-items',
  'translate',
  'clean-up',
  'title',
  'topics',
  'sentiment',
] as const;
export type PromptTemplateName = (typeof promptTemplateNames)[number];

/** Strategies for a text that exceeds the model's context window. */
export const longInputs = ['map-reduce', 'join', 'none'] as const;
/**
 * `map-reduce`: the notes on each chunk are combined into one completion; `join`: the completions of the chunks are
 * concatenated in order; `none`: the text is refused.
 */
export type LongInput = (typeof longInputs)[number];

export interface PromptTemplateDefinition {
  description: string;
  /** Default; an operator's own template file may override it, which the worker announces. */
  long: LongInput;
}

export const promptTemplates: Readonly<Record<PromptTemplateName, PromptTemplateDefinition>> = {
  summary: { description: 'The main points of a text in a few paragraphs.', long: 'map-reduce' },
  minutes: {
    description: 'Minutes of a meeting: participants, topics, decisions, tasks, open questions.',
    long: 'map-reduce',
  },
  'action-items': {
    description: 'Every task agreed on, with who does it and by when.',
    long: 'map-reduce',
  },
  translate: {
    description: 'The whole text from `language_in` into `language_out`, meaning and layout kept.',
    long: 'join',
  },
  'clean-up': {
    description: 'Spoken language made readable: punctuation, paragraphs, no fillers, nothing left out.',
    long: 'join',
  },
  title: { description: 'One short title for the text.', long: 'map-reduce' },
  topics: {
    description: 'The topics of a text, each with a sentence on what is said about it.',
    long: 'map-reduce',
  },
  sentiment: {
    description: 'The mood of a text: positive, neutral, negative or mixed, with reasons.',
    long: 'map-reduce',
  },
};

/** Type guard for template names; safe for names such as `constructor`. */
export function isPromptTemplateName(name: unknown): name is PromptTemplateName {
  return promptTemplateNames.includes(name as PromptTemplateName);
}
