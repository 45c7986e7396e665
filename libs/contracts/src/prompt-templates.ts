/** The preset prompts an llm step may name. Their words are files of the llm service; this is the list clients see. */
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

/** What becomes of a text that is longer than the model takes. */
export const longInputs = ['map-reduce', 'join', 'none'] as const;
/**
 * `map-reduce`: notes of every part become one answer; `join`: the answers to the parts are put together in order;
 * `none`: it is refused.
 */
export type LongInput = (typeof longInputs)[number];

export interface PromptTemplateFacts {
  description: string;
  /** As shipped; an operator's own file may say otherwise, which the worker announces. */
  long: LongInput;
}

export const promptTemplates: Readonly<Record<PromptTemplateName, PromptTemplateFacts>> = {
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

/** Narrow an unknown name; safe for `constructor` and its kind. */
export function isPromptTemplateName(name: unknown): name is PromptTemplateName {
  return promptTemplateNames.includes(name as PromptTemplateName);
}
