import { estimateTokens, textLimits } from '@medley/contracts';
import { AppError } from '@medley/kit';
import { limitConcurrency } from '@medley/upstream';
import { splitText, type SplitOptions, type SplitText } from '../splitting/split-text';

/** The number of a chunk, from 1, and the count of chunks; the names are the variables of the templates. */
interface ChunkPosition {
  part: number;
  parts: number;
}

/** How chunks are split, completed and joined. */
export interface ChunkMapper {
  language: SplitOptions['language'];
  /** Sentences of the preceding chunk that each chunk repeats. */
  overlap: number;
  complete(text: string, position: ChunkPosition, signal: AbortSignal): Promise<string>;
  /** Joins the answers to the chunks into one text. */
  join(split: SplitText, answers: readonly string[]): string;
  /** Called with the number of chunks after a split. */
  onSplit(count: number): void;
  /** Called after each chunk. */
  onChunkDone(): void;
}

/** Concurrent calls of one step; the concurrency of the provider may be smaller. */
const CONCURRENCY = 4;
/** How often a chunk is halved when the model refuses it as too long despite the estimate. */
const HALVINGS = 3;

/**
 * Splits a text and completes the chunks concurrently; the result is in order. The first failure aborts the other calls.
 * @throws the first error of `mapper.complete`; AppError TEXT_TOO_LONG when the answers exceed the output limit of a step;
 * the reason of the signal
 */
export async function mapChunks(
  text: string,
  tokensMax: number,
  { mapper, signal }: { mapper: ChunkMapper; signal: AbortSignal },
): Promise<string> {
  const failed = new AbortController();
  const limit = limitConcurrency(CONCURRENCY);
  const anySignal = AbortSignal.any([signal, failed.signal]);
  const complete = (chunk: string, position: ChunkPosition): Promise<string> =>
    limit(() => mapper.complete(chunk, position, anySignal), anySignal);
  const split = await splitText(text, { ...mapper, tokensMax });
  mapper.onSplit(split.chunks.length);
  let length = 0;
  const answers = await Promise.allSettled(
    split.chunks.map(async ({ overlap, body }, index) => {
      try {
        const position = { part: index + 1, parts: split.chunks.length };
        const answer = await completeOrHalve(overlap + body, HALVINGS, { ...mapper, complete, position });
        length += answer.length;
        if (length > textLimits.outputTextMax) throw answersTooLong();
        mapper.onChunkDone();
        return answer;
      } catch (error) {
        failed.abort(error);
        throw error;
      }
    }),
  );
  anySignal.throwIfAborted();
  return mapper.join(
    split,
    answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : '')),
  );
}

interface Halving extends Pick<ChunkMapper, 'language' | 'join'> {
  complete(text: string, position: ChunkPosition): Promise<string>;
  position: ChunkPosition;
}

async function completeOrHalve(text: string, halvings: number, halving: Halving): Promise<string> {
  try {
    return await halving.complete(text, halving.position);
  } catch (error) {
    if (halvings === 0 || !isTooLong(error)) throw error;
    const tokensMax = Math.ceil(estimateTokens(text) / 2);
    const split = await splitText(text, { language: halving.language, tokensMax });
    if (split.chunks.length < 2) throw error;
    const answers = split.chunks.map(({ body }) => completeOrHalve(body, halvings - 1, halving));
    return halving.join(split, await Promise.all(answers));
  }
}

function answersTooLong(): AppError {
  return new AppError(
    'TEXT_TOO_LONG',
    `the answers to the parts of the text are longer than ${textLimits.outputTextMax} characters together`,
  );
}

/** Whether a model refused a text because of its length, or the answer reached the token limit. */
export function isTooLong(error: unknown): boolean {
  return error instanceof AppError && error.code === 'TEXT_TOO_LONG';
}
