import { AppError } from '@medley/kit';

/** `words`: `verbose_json` with timestamps of words and segments; `verbose`: `verbose_json` with the defaults of the server. */
export type ResponseFormat = 'diarized' | 'words' | 'verbose' | 'plain';

/** HTTP statuses with which servers refuse an unknown format. */
const refusalStatuses: readonly unknown[] = [400, 415, 422, 501];

/** From the most to the least detailed format; every server supports the last one. */
const fallbackOrder: readonly ResponseFormat[] = ['words', 'verbose', 'plain'];

/**
 * Requests the most detailed response format that a model supports, and remembers the formats that it has refused. For the
 * models of OpenAI the supported formats are known.
 */
export class ResponseFormats {
  readonly #found = new Map<string, readonly ResponseFormat[]>();

  /** Calls `send` with less detailed formats until one is not refused. @throws the last error of `send` */
  async request<T>(
    model: { name: string; diarizes: boolean },
    send: (format: ResponseFormat) => Promise<T>,
  ): Promise<T> {
    const formats = this.#found.get(model.name) ?? firstFormats(model);
    for (const [index, format] of formats.entries()) {
      try {
        const response = await send(format);
        if (index > 0) this.#found.set(model.name, formats.slice(index));
        return response;
      } catch (error) {
        if (index === formats.length - 1 || !isRefusal(error)) throw error;
      }
    }
    throw new Error('the list of formats is empty');
  }
}

function firstFormats({ name, diarizes }: { name: string; diarizes: boolean }): readonly ResponseFormat[] {
  // Models of OpenAI after Whisper return text only, or segments by speaker.
  const isTextOnly = /(?:^|\/)gpt-[\w.-]*transcribe/.test(name);
  if (diarizes) return isTextOnly ? ['diarized', 'plain'] : ['diarized', ...fallbackOrder];
  return isTextOnly ? ['plain'] : fallbackOrder;
}

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && refusalStatuses.includes(error.details['status']);
}
