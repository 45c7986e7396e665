/** One message of an event stream (HTML standard, section 9.2). */
export interface StreamMessage {
  event: string;
  data: string;
  id: string | null;
}

export interface StreamHints {
  /** The stream asks to wait so many milliseconds before coming back. */
  onRetry(ms: number): void;
}

/** The messages in an event stream, whatever the chunks it comes in. Comments are passed over. */
export async function* parseEventStream(
  chunks: AsyncIterable<Uint8Array>,
  { onRetry }: StreamHints,
): AsyncGenerator<StreamMessage, void, undefined> {
  let message: StreamMessage = emptyMessage();
  for await (const line of readLines(chunks)) {
    if (line === '') {
      // Every line of data left a line break; the last one is none of the data's.
      if (message.data !== '') yield { ...message, data: message.data.slice(0, -1) };
      message = emptyMessage();
      continue;
    }
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)/s.exec(line) ?? [];
    if (field === 'event') message.event = value;
    else if (field === 'data') message.data += `${value}\n`;
    else if (field === 'id' && !value.includes('\0')) message.id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) onRetry(Number(value));
  }
}

function emptyMessage(): StreamMessage {
  return { event: 'message', data: '', id: null };
}

/** Lines end in LF, CR or both; what has no end is not told, for it may be half of something. */
async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    // A CR at the very end may be the first half of a line end.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
