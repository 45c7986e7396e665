import { estimateTokens, textLimits } from '@medley/contracts';
import { AppError } from '@medley/kit';
import { limitConcurrency } from '@medley/upstream';
import { splitText, type SplitOptions, type SplitText } from '../splitting/split-text';

/** Which part of how many. */
export interface Place {
  part: number;
  parts: number;
}

export interface PartWork {
  language: SplitOptions['language'];
  overlap: number;
  ask(text: string, place: Place, signal: AbortSignal): Promise<string>;
  /** Make one text of the answers to the parts. */
  glue(split: SplitText, answers: readonly string[]): string;
  /** Told how many parts there are, and of each that is done. */
  planned(parts: number): void;
  done(): void;
}

/** Parts of one step that are asked about side by side; the provider's own concurrency may be smaller. */
const AT_ONCE = 4;
/** How often a part is cut in two when the model turns it down as too long, the estimate notwithstanding. */
const HALVINGS = 3;

/**
 * Cut a text and have every part worked on, several at once; the result is in order. When one fails, the others end.
 * @throws what the first failed part threw; TEXT_TOO_LONG when the answers are longer than a step may give; on abort the
 * signal's reason
 */
export async function workOnParts(
  text: string,
  tokensMax: number,
  { work, signal }: { work: PartWork; signal: AbortSignal },
): Promise<string> {
  const failed = new AbortController();
  const limit = limitConcurrency(AT_ONCE);
  const whole = AbortSignal.any([signal, failed.signal]);
  const ask = (part: string, place: Place): Promise<string> =>
    limit(() => work.ask(part, place, whole), whole);
  const split = await splitText(text, { ...work, tokensMax });
  work.planned(split.parts.length);
  let length = 0;
  const answers = await Promise.allSettled(
    split.parts.map(async ({ overlap, body }, index) => {
      try {
        const place = { part: index + 1, parts: split.parts.length };
        const answer = await askOrHalve(overlap + body, HALVINGS, { ...work, ask, place });
        length += answer.length;
        if (length > textLimits.outputTextMax) throw tooMuch();
        work.done();
        return answer;
      } catch (error) {
        failed.abort(error);
        throw error;
      }
    }),
  );
  whole.throwIfAborted();
  return work.glue(
    split,
    answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : '')),
  );
}

interface Halves extends Pick<PartWork, 'language' | 'glue'> {
  ask(text: string, place: Place): Promise<string>;
  place: Place;
}

async function askOrHalve(text: string, halvings: number, work: Halves): Promise<string> {
  try {
    return await work.ask(text, work.place);
  } catch (error) {
    if (halvings === 0 || !isTooLong(error)) throw error;
    const tokensMax = Math.ceil(estimateTokens(text) / 2);
    const split = await splitText(text, { language: work.language, tokensMax });
    if (split.parts.length < 2) throw error;
    const answers = split.parts.map(({ body }) => askOrHalve(body, halvings - 1, work));
    return work.glue(split, await Promise.all(answers));
  }
}

function tooMuch(): AppError {
  return new AppError(
    'TEXT_TOO_LONG',
    `the answers to the parts of the text are longer than ${textLimits.outputTextMax} characters together`,
  );
}

/** Whether a model turned a text down because of its length, or ran out of room for the answer. */
export function isTooLong(error: unknown): boolean {
  return error instanceof AppError && error.code === 'TEXT_TOO_LONG';
}
