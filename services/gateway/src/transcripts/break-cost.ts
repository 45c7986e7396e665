import { isPause } from './measure-units';
import type { SpokenUnit } from './time-units';

/** What it costs to break at a place; nothing behind a sentence. */
export const breakCosts = { sentence: 0, pause: 0.5, clause: 4, word: 12, inWord: 24 } as const;

const closing = '["\'»”’)\\]」』]*$';
const sentenceEnd = new RegExp(`[.!?…。！？｡؟।]${closing}`, 'u');
const clauseEnd = new RegExp(`[,;:、，；：،—–-]${closing}`, 'u');

/** How much it hurts to begin a new cue or line between two units. */
export function breakCost(before: SpokenUnit | undefined, after: SpokenUnit | undefined): number {
  const text = before?.text ?? '';
  if (sentenceEnd.test(text)) return breakCosts.sentence;
  if (isPause(before, after)) return breakCosts.pause;
  if (clauseEnd.test(text)) return breakCosts.clause;
  return after?.isSpaced === false ? breakCosts.inWord : breakCosts.word;
}
