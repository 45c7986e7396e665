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

export const promptTemplates: Readonly<Record<PromptTemplateName, { description: string }>> = {
  summary: { description: 'The main points of a text in a few paragraphs.' },
  minutes: { description: 'Minutes of a meeting: participants, topics, decisions, tasks, open questions.' },
  'action-items': { description: 'Every task agreed on, with who does it and by when.' },
  translate: {
    description: 'The whole text from `language_in` into `language_out`, meaning and layout kept.',
  },
  'clean-up': {
    description: 'Spoken language made readable: punctuation, paragraphs, no fillers, nothing left out.',
  },
  title: { description: 'One short title for the text.' },
  topics: { description: 'The topics of a text, each with a sentence on what is said about it.' },
  sentiment: { description: 'The mood of a text: positive, neutral, negative or mixed, with reasons.' },
};

/** Narrow an unknown name; safe for `constructor` and its kind. */
export function isPromptTemplateName(name: unknown): name is PromptTemplateName {
  return promptTemplateNames.includes(name as PromptTemplateName);
}
