import type { RenderedAnswer } from '../http/answer';

/** How an answer is kept for a day although data in it may have to be gone earlier. */
export interface AnswerKeeping {
  /** The answer without what has a storage time of its own; `data` is what it was rendered from. */
  strip(answer: RenderedAnswer, data: unknown): RenderedAnswer;
  /** The answer as it went out, as far as its data is still there. */
  refill(kept: RenderedAnswer): Promise<RenderedAnswer>;
}

/** For answers without such data. */
export const keepAsIs: AnswerKeeping = {
  strip: (answer) => answer,
  refill: (kept) => Promise.resolve(kept),
};
