import { AppError } from '@medley/kit';
import type { CompletionRequest, RawCompletion } from './llm-provider';

interface ReadAnswer extends RawCompletion {
  /** The model declined, or a filter did. */
  isRefused: boolean;
  /** The model ran out of room. */
  isCut: boolean;
}

/**
 * What every wire format asks of an answer: said to the end, not empty, without the thoughts of the model.
 * @throws AppError UPSTREAM_REFUSED, TEXT_TOO_LONG, UPSTREAM_INVALID_ANSWER
 */
export function finishAnswer(
  { isRefused, isCut, ...answer }: ReadAnswer,
  request: CompletionRequest,
): RawCompletion {
  if (isRefused) throw new AppError('UPSTREAM_REFUSED', 'the language model declined to answer');
  if (isCut) {
    throw new AppError('TEXT_TOO_LONG', 'the language model ran out of room before its answer was complete');
  }
  const text = withoutThoughts(answer.text, request).toWellFormed();
  if (text.trim() === '')
    throw new AppError('UPSTREAM_INVALID_ANSWER', 'the language model sent an empty answer');
  return { ...answer, text };
}

const OPEN = '<think>';
const CLOSE = '</think>';

/**
 * Models that think aloud open their answer with it; it is not part of the answer. Some servers swallow the opening mark;
 * then what stands before the closing one goes, unless that mark may come from the user's text.
 */
function withoutThoughts(text: string, { messages }: CompletionRequest): string {
  const isOpened = text.trimStart().startsWith(OPEN);
  const end = text.indexOf(CLOSE);
  if (end === -1) return isOpened ? '' : text;
  const isTheirs =
    isOpened || (!text.includes(OPEN) && !messages.some(({ content }) => content.includes(CLOSE)));
  return isTheirs ? text.slice(end + CLOSE.length).trimStart() : text;
}
