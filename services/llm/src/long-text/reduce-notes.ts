import { estimateTokens } from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { Answer, LlmSession } from '../create-llm-session';
import { isTooLong, mapChunks, type ChunkMapper } from './map-chunks';

export interface ReduceRequest {
  session: LlmSession;
  mapper: ChunkMapper;
  /** Estimated tokens of a chunk, and of the notes that become the answer. */
  chunkMax: number;
  notesMax: number;
  signal: AbortSignal;
}

/** Greatest length of notes, as a share of the text they summarize; longer notes end the reduction with an error. */
const SHRINK_RATIO_MAX = 0.8;

/**
 * The answer from notes on the chunks of a text (map-reduce). Notes that are too long are summarized again.
 * @throws AppError TEXT_TOO_LONG when the notes do not get shorter, and what the session throws
 */
export async function reduceNotes(text: string, request: ReduceRequest): Promise<Answer> {
  const { session, mapper, signal } = request;
  let { chunkMax, notesMax } = request;
  let notes = text;
  let overlap = mapper.overlap;
  for (;;) {
    const before = estimateTokens(notes);
    notes = await mapChunks(notes, chunkMax, { mapper: { ...mapper, overlap }, signal });
    overlap = 0;
    const tokens = estimateTokens(notes);
    let refusal: unknown = null;
    if (tokens <= notesMax) {
      try {
        return await session.answer(notes, { name: 'reduce' }, signal);
      } catch (error) {
        if (!isTooLong(error)) throw error;
        refusal = error;
        notesMax = Math.ceil(tokens / 2);
        chunkMax = Math.min(chunkMax, notesMax);
      }
    }
    if (tokens > before * SHRINK_RATIO_MAX) throw refusal ?? notShorter();
  }
}

function notShorter(): AppError {
  return new AppError(
    'TEXT_TOO_LONG',
    'the text was read in parts, but the model’s notes on them are too long to become one answer',
  );
}
