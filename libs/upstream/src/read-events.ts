import type { Readable } from 'node:stream';
import { AppError, errorCodeOf } from '@medley/kit';
import { createParser } from 'eventsource-parser';

/** Limit of the raw stream: events add hundreds of bytes to a few of text. The caller limits the text. */
const STREAM_BYTES_MAX = 128 * 1024 * 1024;
const EVENT_MAX = 1024 * 1024;

export interface ReadEventsOptions {
  /** Names the upstream in error messages. */
  name: string;
  /** Called for each chunk received. */
  onBytes(): void;
  /** Called with the data of each event; an exception ends the reading. */
  onEvent(data: string): void;
}

/** Reads server-sent events to the end of a stream. @throws AppError UPSTREAM_INVALID_ANSWER, and what `onEvent` throws */
export async function readEvents(stream: Readable, options: ReadEventsOptions): Promise<void> {
  const invalid = (what: string): AppError =>
    new AppError('UPSTREAM_INVALID_ANSWER', `${options.name} sent ${what}`);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parser = createParser({
    maxBufferSize: EVENT_MAX,
    onEvent: ({ data }) => options.onEvent(data),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') throw invalid('an event without end');
    },
  });
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      options.onBytes();
      size += chunk.length;
      if (size > STREAM_BYTES_MAX) throw invalid('events without end');
      parser.feed(decoder.decode(chunk, { stream: true }));
    }
    parser.feed(decoder.decode());
  } catch (error) {
    if (errorCodeOf(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw invalid('an answer that is no text');
    throw error;
  }
}
