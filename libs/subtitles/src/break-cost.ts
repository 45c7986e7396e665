import { isPause } from './measure-units';
import type { TimedUnit } from './time-units';

/** Cost of a break by what stands before it; a break after a sentence is free. The unit is arbitrary. */
export const breakCosts = { sentence: 0, pause: 0.5, clause: 4, word: 12, inWord: 24 } as const;

const closing = '["\'»”’)\\]」』]*$';
const sentenceEnd = new RegExp(`[.!?…。！？｡؟।]${closing}`, 'u');
const clauseEnd = new RegExp(`[,;:、，；：،—–-]${closing}`, 'u');

/** Cost of beginning a new cue or line between two units. */
export function breakCost(before: TimedUnit | undefined, after: TimedUnit | undefined): number {
  const text = before?.text ?? '';
  if (sentenceEnd.test(text)) return breakCosts.sentence;
  if (isPause(before, after)) return breakCosts.pause;
  if (clauseEnd.test(text)) return breakCosts.clause;
  return after?.hasSpaceBefore === false ? breakCosts.inWord : breakCosts.word;
}
