import type { RenderedResponse } from '../http/response';

/** How an answer is kept for a day although data in it may have to be gone earlier. */
export interface ReplayPolicy {
  /** The answer without what has a storage time of its own; `data` is what it was rendered from. */
  redact(answer: RenderedResponse, data: unknown): RenderedResponse;
  /** The answer as it went out, as far as its data is still there. */
  restore(kept: RenderedResponse): Promise<RenderedResponse>;
}

/** For answers without such data. */
export const replayUnchanged: ReplayPolicy = {
  redact: (answer) => answer,
  restore: (kept) => Promise.resolve(kept),
};
