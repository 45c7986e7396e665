import { AppError } from '@medley/kit';
import Joi from 'joi';
import type { Completion } from './llm-provider';

interface ChatCompletion {
  model?: string;
  choices: [{ finish_reason?: string | null; message: { content?: string | null; refusal?: string | null } }];
  usage?: { prompt_tokens?: number; completion_tokens?: number } | null;
}

const words = Joi.string().allow('', null);
const chatCompletion = Joi.object<ChatCompletion>({
  model: Joi.string(),
  choices: Joi.array()
    .items(
      Joi.object({
        finish_reason: words,
        message: Joi.object({ content: words, refusal: words }).required(),
      }),
    )
    .min(1)
    .required(),
  usage: Joi.object({
    prompt_tokens: Joi.number().integer().min(0),
    completion_tokens: Joi.number().integer().min(0),
  }).allow(null),
})
  .required()
  .options({ convert: false, stripUnknown: true });

/** Models that think aloud open their answer with it; it is not part of the answer. */
const thinking = /^\s*<think>[\s\S]*?<\/think>\s*/;

/**
 * The answer in a chat completion. @throws AppError UPSTREAM_INVALID_ANSWER, UPSTREAM_REFUSED when the model declines,
 * TEXT_TOO_LONG when it ran out of room: a cut answer is no answer
 */
export function readCompletion(body: unknown, askedModel: string): Completion {
  const { error, value } = chatCompletion.validate(body);
  if (error) throw new AppError('UPSTREAM_INVALID_ANSWER', 'the language model sent no chat completion');
  const [{ finish_reason: reason, message }] = value.choices;
  if (message.refusal || reason === 'content_filter') {
    throw new AppError('UPSTREAM_REFUSED', 'the language model declined to answer');
  }
  if (reason === 'length') {
    throw new AppError('TEXT_TOO_LONG', 'the language model ran out of room before its answer was complete');
  }
  const text = (message.content ?? '').replace(thinking, '').toWellFormed();
  if (text.trim() === '')
    throw new AppError('UPSTREAM_INVALID_ANSWER', 'the language model sent an empty answer');
  return {
    text,
    model: value.model ?? askedModel,
    inputTokens: value.usage?.prompt_tokens ?? 0,
    outputTokens: value.usage?.completion_tokens ?? 0,
  };
}
