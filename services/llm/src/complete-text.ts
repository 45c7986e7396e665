import {
  countCodePoints,
  isPromptTemplateName,
  promptTemplateNames,
  type LlmOutput,
} from '@medley/contracts';
import type { JsonSchemaChecker } from '@medley/json-schema';
import { AppError } from '@medley/kit';
import type { StepHandler } from '@medley/step-worker';
import { createAsker } from './create-asker';
import type { PromptTemplates } from './load-templates';
import { answerText } from './long-text/answer-text';
import type { PromptTemplate } from './parse-template';
import { chooseModel } from './providers/choose-model';
import type { Completion, LlmProvider } from './providers/llm-provider';

export interface LlmTools {
  /** By configuration; the first is the default, none means that nothing is configured. */
  providers: readonly LlmProvider[];
  templates: PromptTemplates;
  checker: JsonSchemaChecker;
}

/** The handler of llm steps: one text, one instruction or template, one answer, valid by the schema if there is one. */
export function createCompleteText({ providers, templates, checker }: LlmTools): StepHandler<'llm'> {
  return async (inputs, { taskId, options, signal, progress }) => {
    const model = chooseModel(providers, options);
    const words = {
      template: chooseTemplate(templates, options.template),
      prompt: options.prompt,
      languageIn: options.language_in,
      languageOut: options.language_out,
      responseSchema: options.response_schema,
    };
    const text = await inputs.text();
    const asker = createAsker({
      ...{ model, words, temperature: options.temperature },
      validate: (schema, value) => checker.validate(schema, value, { account: taskId, signal }),
    });
    const answer = await answerText(text, { asker, model, words, templates, progress, signal });
    return { output: { ...answer, ...factsOf(asker.spent()) }, usage: { characters: countCodePoints(text) } };
  };
}

function factsOf(spent: Completion | null): Omit<LlmOutput, 'text' | 'data'> {
  if (!spent) throw new Error('an answer without a completion');
  const { provider, model, inputTokens, outputTokens, cost } = spent;
  return {
    provider,
    model,
    usage: { input_tokens: inputTokens, output_tokens: outputTokens, ...(cost === null ? {} : { cost }) },
  };
}

function chooseTemplate(templates: PromptTemplates, name: string | undefined): PromptTemplate | undefined {
  if (name === undefined) return undefined;
  if (isPromptTemplateName(name)) return templates[name];
  throw new AppError('OPTIONS_INVALID', `unknown template; known: ${promptTemplateNames.join(', ')}`);
}
