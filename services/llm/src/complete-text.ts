import { countCodePoints, isPromptTemplateName, promptTemplateNames } from '@medley/contracts';
import type { JsonSchemaChecker } from '@medley/json-schema';
import { AppError } from '@medley/kit';
import type { StepContext, StepHandler } from '@medley/step-worker';
import { answerBySchema } from './answer-by-schema';
import { buildMessages } from './build-messages';
import type { ChatMessage, Completion, LlmProvider } from './llm-provider';
import type { PromptTemplates } from './load-templates';

export interface LlmTools {
  /** By configuration; the first is the default, none means that nothing is configured. */
  providers: readonly LlmProvider[];
  templates: PromptTemplates;
  checker: JsonSchemaChecker;
}

/** The handler of llm steps: one text, one instruction or template, one answer, valid by the schema if there is one. */
export function createCompleteText(tools: LlmTools): StepHandler<'llm'> {
  return async (inputs, { options, signal }) => {
    const { provider, model } = chooseModel(tools.providers, options);
    const template = chooseTemplate(tools.templates, options.template);
    const text = await inputs.text();
    const responseSchema = options.response_schema;
    const messages = buildMessages({
      template,
      prompt: options.prompt,
      text,
      languageIn: options.language_in,
      languageOut: options.language_out,
      responseSchema,
    });
    const ask = (talk: readonly ChatMessage[]): Promise<Completion> =>
      provider.complete({ model, messages: talk, temperature: options.temperature, responseSchema }, signal);
    const usage = { characters: countCodePoints(text) };

    if (responseSchema === undefined) {
      const completion = await ask(messages);
      return { output: { text: completion.text, ...factsOf(completion) }, usage };
    }
    const { data, completion } = await answerBySchema(
      ask,
      { messages, schema: responseSchema },
      tools.checker,
    );
    return { output: { text: JSON.stringify(data), data, ...factsOf(completion) }, usage };
  };
}

function factsOf(completion: Completion): {
  model: string;
  usage: { input_tokens: number; output_tokens: number };
} {
  const { model, inputTokens, outputTokens } = completion;
  return { model, usage: { input_tokens: inputTokens, output_tokens: outputTokens } };
}

type LlmOptions = StepContext<'llm'>['options'];

/** The gateway has checked names already; a worker that was configured anew since may not know them any more. */
function chooseModel(
  providers: readonly LlmProvider[],
  options: LlmOptions,
): { provider: LlmProvider; model: string } {
  const [first] = providers;
  if (!first)
    throw new AppError('ENGINE_NOT_CONFIGURED', 'no language model is configured: LLM_BASE_URL is not set');
  const provider =
    options.provider === undefined ? first : providers.find(({ name }) => name === options.provider);
  if (!provider) throw unknownName('provider', providers.map(({ name }) => name)); // prettier-ignore
  const [defaultModel] = provider.models;
  const model = options.model ?? defaultModel;
  if (model === undefined || !provider.models.includes(model)) throw unknownName('model', provider.models);
  return { provider, model };
}

function chooseTemplate(templates: PromptTemplates, name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  if (!isPromptTemplateName(name)) throw unknownName('template', promptTemplateNames);
  return templates[name];
}

function unknownName(what: string, known: readonly string[]): AppError {
  return new AppError('OPTIONS_INVALID', `unknown ${what}; known: ${known.join(', ')}`);
}
