import type { DeltaData } from '@medley/client/browser';

/** What an llm step has written in its newest answer. */
export interface WrittenText {
  attempt: number;
  answer: number;
  /** UTF-16 code units of the answer so far, with those that were lost. */
  length: number;
  text: string;
}

/** The text with a delta: a new attempt or answer begins anew, a gap is shown as such. */
export function addDelta(before: WrittenText | undefined, delta: DeltaData): WrittenText {
  const { attempt, answer, offset, text } = delta;
  const isSame = before?.attempt === attempt && before.answer === answer;
  const length = isSame ? before.length : 0;
  const gap = offset > length ? ' … ' : '';
  return { attempt, answer, length: offset + text.length, text: `${isSame ? before.text : ''}${gap}${text}` };
}
