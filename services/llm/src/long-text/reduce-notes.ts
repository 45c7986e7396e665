import { estimateTokens } from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { Answer, Asker } from '../create-asker';
import { isTooLong, workOnParts, type PartWork } from './work-on-parts';

export interface NoteWork {
  asker: Asker;
  parts: PartWork;
  /** Estimated tokens of a part, and of the notes that become the answer. */
  partMax: number;
  notesMax: number;
  signal: AbortSignal;
}

/** Notes that are not at least this much shorter than what they are notes on lead nowhere. */
const SHRINK = 0.8;

/**
 * The answer from notes on the parts of a text. Notes that are too long themselves become notes on notes.
 * @throws AppError TEXT_TOO_LONG when notes do not get shorter, and what the asker throws
 */
export async function reduceNotes(text: string, work: NoteWork): Promise<Answer> {
  const { asker, parts, signal } = work;
  let { partMax, notesMax } = work;
  let notes = text;
  let overlap = parts.overlap;
  for (;;) {
    const before = estimateTokens(notes);
    notes = await workOnParts(notes, partMax, { work: { ...parts, overlap }, signal });
    overlap = 0;
    const tokens = estimateTokens(notes);
    let refusal: unknown = null;
    if (tokens <= notesMax) {
      try {
        return await asker.answer(notes, { name: 'reduce' }, signal);
      } catch (error) {
        if (!isTooLong(error)) throw error;
        refusal = error;
        notesMax = Math.ceil(tokens / 2);
        partMax = Math.min(partMax, notesMax);
      }
    }
    if (tokens > before * SHRINK) throw refusal ?? notShorter();
  }
}

function notShorter(): AppError {
  return new AppError(
    'TEXT_TOO_LONG',
    'the text was read in parts, but the model’s notes on them are too long to become one answer',
  );
}
