import type { CompletionRequest } from './llm-provider';

const OPEN = '<think>';
const CLOSE = '</think>';
/** White space before the opening tag; beyond it there is none. */
const BEFORE_OPEN_MAX = 64;

/**
 * Begins an answer at `request.words` and returns the function that takes its text as it comes. Reasoning in tags is left
 * out, as `parseCompletion` removes it at the end.
 */
export function visibleWords({ words, messages }: CompletionRequest): (text: string) => void {
  if (!words) return () => undefined;
  words.begin();
  let place: 'beginning' | 'reasoning' | 'after reasoning' | 'answer' = 'beginning';
  let held = '';
  // Some servers drop the opening tag: then all that came before the closing one was reasoning.
  let mayBeReasoning = !messages.some(({ content }) => content.includes(CLOSE));
  let passedOn = '';

  const findClose = (): void => {
    const seen = passedOn + held;
    const end = seen.indexOf(CLOSE);
    if (seen.includes(OPEN)) mayBeReasoning = false;
    else if (end >= 0) {
      words.begin();
      held = seen.slice(end + CLOSE.length);
      place = 'after reasoning';
      mayBeReasoning = false;
    }
    // A tag may come in pieces.
    passedOn = seen.slice(1 - CLOSE.length);
  };
  return (text) => {
    held += text;
    if (place === 'beginning') {
      const start = held.trimStart();
      if (held.length <= BEFORE_OPEN_MAX && start.length < OPEN.length && OPEN.startsWith(start)) return;
      place = start.startsWith(OPEN) ? 'reasoning' : 'answer';
    }
    if (place === 'reasoning') {
      const end = held.indexOf(CLOSE);
      held = end < 0 ? held.slice(1 - CLOSE.length) : held.slice(end + CLOSE.length);
      if (end < 0) return;
      place = 'after reasoning';
      mayBeReasoning = false;
    }
    if (place === 'answer' && mayBeReasoning) findClose();
    if (place === 'after reasoning') {
      held = held.trimStart();
      if (held === '') return;
      place = 'answer';
    }
    words.add(held);
    held = '';
  };
}
