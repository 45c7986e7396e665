import type { Task } from './task';

/** UTF-16 units above which a task counts as large: it is neither kept in memory nor sent with a signal. */
export const SMALL_CHARACTERS_MAX = 8_192;

/** UTF-16 units of the texts and options in the task itself, without the texts in the blob store. */
export function inlineCharacters({ input, steps }: Task): number {
  const given = [input?.text, input?.prompt, input?.response_schema].reduce(
    (sum, text) => sum + (text?.length ?? 0),
    0,
  );
  return steps.reduce(
    (sum, { options, output, text, mapping }) =>
      sum + options.length + [output, text, mapping].reduce(addInline, 0),
    given,
  );
}

function addInline(sum: number, payload: Task['steps'][number]['output']): number {
  return sum + (payload && 'inline' in payload ? payload.inline.length : 0);
}
