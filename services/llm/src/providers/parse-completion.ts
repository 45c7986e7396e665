import { AppError } from '@medley/kit';
import type { CompletionRequest, RawCompletion } from './llm-provider';

interface ParsedResponse extends RawCompletion {
  /** The model or a content filter declined. */
  isRefused: boolean;
  /** The answer reached the token limit. */
  isTruncated: boolean;
}

/**
 * Applies the checks of all wire formats: the answer must be complete and not empty. Removes reasoning in `<think>` tags.
 * @throws AppError UPSTREAM_REFUSED, TEXT_TOO_LONG, UPSTREAM_INVALID_ANSWER
 */
export function parseCompletion(
  { isRefused, isTruncated, ...answer }: ParsedResponse,
  request: CompletionRequest,
): RawCompletion {
  if (isRefused) throw new AppError('UPSTREAM_REFUSED', 'the language model declined to answer');
  if (isTruncated) {
    throw new AppError('TEXT_TOO_LONG', 'the language model ran out of room before its answer was complete');
  }
  const text = stripReasoning(answer.text, request).toWellFormed();
  if (text.trim() === '')
    throw new AppError('UPSTREAM_INVALID_ANSWER', 'the language model sent an empty answer');
  return { ...answer, text };
}

const OPEN = '<think>';
const CLOSE = '</think>';

/**
 * Removes reasoning at the beginning of an answer. Some servers drop the opening tag: then all text before the closing tag
 * is removed, unless the messages contain that tag too and the model may have quoted it.
 */
function stripReasoning(text: string, { messages }: CompletionRequest): string {
  const isOpened = text.trimStart().startsWith(OPEN);
  const end = text.indexOf(CLOSE);
  if (end === -1) return isOpened ? '' : text;
  const isReasoning =
    isOpened || (!text.includes(OPEN) && !messages.some(({ content }) => content.includes(CLOSE)));
  return isReasoning ? text.slice(end + CLOSE.length).trimStart() : text;
}
