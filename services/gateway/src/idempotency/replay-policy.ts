import type { ApiResponse, RenderedResponse } from '../http/response';

/** How a response is stored for replays (one day) although some of its data may expire earlier. */
export interface ReplayPolicy {
  /** Remove data with its own retention from the response; `content` is what it was rendered from. */
  redact(response: RenderedResponse, content: ApiResponse['content']): RenderedResponse;
  /** Restore the original response from data that has not expired. */
  restore(stored: RenderedResponse): Promise<RenderedResponse>;
}

/** For responses without such data. */
export const replayUnchanged: ReplayPolicy = {
  redact: (response) => response,
  restore: (stored) => Promise.resolve(stored),
};
