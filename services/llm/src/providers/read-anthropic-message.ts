import { AppError } from '@medley/kit';
import Joi from 'joi';
import { parseCompletion } from './parse-completion';
import type { CompletionRequest, RawCompletion } from './llm-provider';

interface Block {
  type: string;
  text?: string;
  name?: string;
  input?: unknown;
}

interface AnthropicMessage {
  model?: string;
  content: Block[];
  stop_reason?: string | null;
  usage?: {
    input_tokens?: number;
    /** Not part of `input_tokens`. */
    cache_creation_input_tokens?: number | null;
    cache_read_input_tokens?: number | null;
    output_tokens?: number;
  };
}

const tokens = Joi.number().integer().min(0);
const anthropicMessage = Joi.object<AnthropicMessage>({
  model: Joi.string(),
  content: Joi.array()
    .items(
      Joi.object({
        type: Joi.string().required(),
        text: Joi.string().allow(''),
        name: Joi.string(),
        input: Joi.any(),
      }),
    )
    .required(),
  stop_reason: Joi.string().allow(null),
  usage: Joi.object({
    input_tokens: tokens,
    cache_creation_input_tokens: tokens.allow(null),
    cache_read_input_tokens: tokens.allow(null),
    output_tokens: tokens,
  }),
})
  .required()
  .options({ convert: false, stripUnknown: true });

const truncationReasons: readonly unknown[] = ['max_tokens', 'model_context_window_exceeded'];

/**
 * Reads the answer of a message: the input of the tool when it was called, else its text, without thinking blocks.
 * @throws AppError UPSTREAM_INVALID_ANSWER, UPSTREAM_REFUSED, TEXT_TOO_LONG
 */
export function readAnthropicMessage(body: unknown, request: CompletionRequest, tool: string): RawCompletion {
  const { error, value } = anthropicMessage.validate(body);
  if (error) throw new AppError('UPSTREAM_INVALID_ANSWER', 'the language model sent no message');
  const { content, usage = {} } = value;
  const call = content.find(({ type, name }) => type === 'tool_use' && name === tool);
  const text = content.map(({ type, text = '' }) => (type === 'text' ? text : '')).join('');
  return parseCompletion(
    {
      text: call ? JSON.stringify(call.input ?? {}) : text,
      isRefused: value.stop_reason === 'refusal',
      isTruncated: truncationReasons.includes(value.stop_reason),
      model: value.model ?? request.model.name,
      inputTokens:
        (usage.input_tokens ?? 0) +
        (usage.cache_creation_input_tokens ?? 0) +
        (usage.cache_read_input_tokens ?? 0),
      outputTokens: usage.output_tokens ?? 0,
    },
    request,
  );
}
