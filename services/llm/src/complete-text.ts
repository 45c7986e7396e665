import {
  countCodePoints,
  isPromptTemplateName,
  promptTemplateNames,
  type LlmOutput,
} from '@medley/contracts';
import type { JsonSchemaChecker } from '@medley/json-schema';
import { AppError } from '@medley/kit';
import type { StepHandler } from '@medley/step-worker';
import { createLlmSession } from './create-llm-session';
import type { PromptTemplates } from './load-templates';
import { completeLongText } from './long-text/complete-long-text';
import type { PromptTemplate } from './parse-template';
import { chooseModel } from './providers/choose-model';
import type { Completion, LlmProvider } from './providers/llm-provider';

/** What the handler is created with. */
export interface LlmDependencies {
  /** In the order of the configuration; the first one is the default. Empty when none is configured. */
  providers: readonly LlmProvider[];
  templates: PromptTemplates;
  checker: JsonSchemaChecker;
}

/** The handler of `llm` steps: applies a prompt or a template to a text; the answer is valid by the schema, if any. */
export function createCompleteText({ providers, templates, checker }: LlmDependencies): StepHandler<'llm'> {
  return async (inputs, { taskId, options, signal, progress, words }) => {
    const model = chooseModel(providers, options);
    const instructions = {
      template: chooseTemplate(templates, options.template),
      prompt: options.prompt,
      languageIn: options.language_in,
      languageOut: options.language_out,
      responseSchema: options.response_schema,
    };
    const text = await inputs.text();
    const session = createLlmSession({
      ...{ model, instructions, temperature: options.temperature, words },
      validate: (schema, value) => checker.validate(schema, value, { account: taskId, signal }),
    });
    const answer = await completeLongText(text, {
      session,
      model,
      instructions,
      templates,
      progress,
      signal,
    });
    return {
      output: { ...answer, ...usageOf(session.usage()) },
      usage: { characters: countCodePoints(text) },
    };
  };
}

function usageOf(total: Completion | null): Omit<LlmOutput, 'text' | 'data'> {
  if (!total) throw new Error('an answer without a completion');
  const { provider, model, inputTokens, outputTokens, cost } = total;
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
