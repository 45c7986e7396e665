import { AppError } from '@medley/kit';
import Joi from 'joi';
import { parseCompletion } from './parse-completion';
import type { CompletionRequest, RawCompletion } from './llm-provider';

interface ChatCompletion {
  model?: string;
  choices: [{ finish_reason?: string | null; message: Message }];
  usage?: { prompt_tokens?: number; completion_tokens?: number } | null;
}

interface Message {
  content?: string | { type?: string; text?: string }[] | null;
  refusal?: string | null;
  tool_calls?: { function?: { arguments?: string } }[] | null;
}

const nullableText = Joi.string().allow('', null);
const tokens = Joi.number().integer().min(0);
const part = Joi.object({ type: Joi.string(), text: Joi.string().allow('') });
const toolCall = Joi.object({ function: Joi.object({ arguments: Joi.string().allow('') }) });
const message = Joi.object<Message>({
  content: Joi.alternatives(nullableText, Joi.array().items(part)),
  refusal: nullableText,
  tool_calls: Joi.array().items(toolCall).allow(null),
});
const chatCompletion = Joi.object<ChatCompletion>({
  model: Joi.string(),
  choices: Joi.array()
    .items(Joi.object({ finish_reason: nullableText, message: message.required() }))
    .min(1)
    .required(),
  usage: Joi.object({ prompt_tokens: tokens, completion_tokens: tokens }).allow(null),
})
  .required()
  .options({ convert: false, stripUnknown: true });

/**
 * Reads the answer of a chat completion, without the reasoning fields (`reasoning_content`, `reasoning`).
 * @throws AppError UPSTREAM_INVALID_ANSWER, UPSTREAM_REFUSED when the model declines, TEXT_TOO_LONG when it reached the
 * token limit: a truncated answer is not used
 */
export function readChatCompletion(body: unknown, request: CompletionRequest): RawCompletion {
  const { error, value } = chatCompletion.validate(body);
  if (error) throw new AppError('UPSTREAM_INVALID_ANSWER', 'the language model sent no chat completion');
  const [choice] = value.choices;
  const reason = choice.finish_reason;
  return parseCompletion(
    {
      text: textOf(choice.message),
      isRefused: Boolean(choice.message.refusal) || reason === 'content_filter',
      isTruncated: reason === 'length',
      model: value.model ?? request.model.name,
      inputTokens: value.usage?.prompt_tokens ?? 0,
      outputTokens: value.usage?.completion_tokens ?? 0,
    },
    request,
  );
}

/** Some servers answer a schema with a call of a function that the request did not define. */
function textOf({ content, tool_calls: calls }: Message): string {
  const text = Array.isArray(content)
    ? content.map(({ type, text }) => (type === undefined || type === 'text' ? (text ?? '') : '')).join('')
    : (content ?? '');
  return text.trim() === '' ? (calls?.[0]?.function?.arguments ?? '') : text;
}
