/** One message of an event stream (HTML standard, section 9.2). */
export interface StreamMessage {
  event: string;
  data: string;
  id: string | null;
}

export interface StreamHints {
  /** The reconnection delay that the stream requests, in ms. */
  onRetry(ms: number): void;
}

/** Parse the messages of an event stream; chunk boundaries do not matter. Comments are skipped. */
export async function* parseEventStream(
  chunks: AsyncIterable<Uint8Array>,
  { onRetry }: StreamHints,
): AsyncGenerator<StreamMessage, void, undefined> {
  let message: StreamMessage = emptyMessage();
  for await (const line of readLines(chunks)) {
    if (line === '') {
      // Each data line was appended with a line break; the last one is not part of the data.
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

/** Split at LF, CR or CRLF. An unterminated last line is dropped, because it may be incomplete. */
async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    // A CR at the end of a chunk may be the first half of a CRLF.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
