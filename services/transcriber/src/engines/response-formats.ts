import { AppError } from '@medley/kit';

/** `words`: verbose_json with the times of words and segments; `verbose`: verbose_json as the server likes it. */
export type ResponseFormat = 'diarized' | 'words' | 'verbose' | 'plain';

/** Statuses by which servers turn down a format they do not know. */
const refusals: readonly unknown[] = [400, 415, 422, 501];

/** Formats by what they tell, from the most to the least; the last one is understood by everybody. */
const ladder: readonly ResponseFormat[] = ['words', 'verbose', 'plain'];

/**
 * Asks each model for the richest answer it gives, and remembers what it has refused. Models that are known to take one
 * format only are not asked in vain.
 */
export class ResponseFormats {
  readonly #found = new Map<string, readonly ResponseFormat[]>();

  /** @throws what `ask` throws, when no other format is left or it is no refusal */
  async ask<T>(
    model: { name: string; diarizes: boolean },
    ask: (format: ResponseFormat) => Promise<T>,
  ): Promise<T> {
    const formats = this.#found.get(model.name) ?? firstFormats(model);
    for (const [index, format] of formats.entries()) {
      try {
        const answer = await ask(format);
        if (index > 0) this.#found.set(model.name, formats.slice(index));
        return answer;
      } catch (error) {
        if (index === formats.length - 1 || !isRefusal(error)) throw error;
      }
    }
    throw new Error('there is always a format');
  }
}

function firstFormats({ name, diarizes }: { name: string; diarizes: boolean }): readonly ResponseFormat[] {
  // OpenAI's own: whatever was made after Whisper gives text only, or segments by speaker.
  const isTextOnly = /(^|\/)gpt-[\w.-]*transcribe/.test(name);
  if (diarizes) return isTextOnly ? ['diarized', 'plain'] : ['diarized', ...ladder];
  return isTextOnly ? ['plain'] : ladder;
}

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && refusals.includes(error.details['status']);
}
