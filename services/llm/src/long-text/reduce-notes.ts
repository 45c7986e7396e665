import { estimateTokens } from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { Answer, LlmSession } from '../create-llm-session';
import { isTooLong, mapChunks, type ChunkMapper } from './map-chunks';

/** What `reduceNotes` needs besides the text. */
export interface ReduceRequest {
  session: LlmSession;
  mapper: ChunkMapper;
  /** Limit of a chunk, in estimated tokens. */
  chunkMax: number;
  /** Limit of the notes that become the answer, in estimated tokens. */
  notesMax: number;
  signal: AbortSignal;
}

/** Greatest length of notes, as a share of the text they summarize; longer notes end the reduction with an error. */
const SHRINK_RATIO_MAX = 0.8;

/**
 * Completes a text by map-reduce: notes on its chunks become the answer. Notes that are too long are summarized again.
 * @throws AppError TEXT_TOO_LONG when the notes do not get shorter; what the session throws
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
    if (tokens > before * SHRINK_RATIO_MAX) throw refusal instanceof Error ? refusal : notShorter();
  }
}

function notShorter(): AppError {
  return new AppError(
    'TEXT_TOO_LONG',
    'the text was read in parts, but the model’s notes on them are too long to become one answer',
  );
}
