import type { TestClient } from '@medley/testing/gateway';

interface ReceivedEvent {
  event: string;
  id: number;
  /** As it was sent. */
  rawId: string;
  data: Record<string, unknown>;
}

export interface OpenStream {
  headers: Headers;
  next(): Promise<ReceivedEvent>;
  /** All events, read until the server closes the stream. */
  rest(): Promise<ReceivedEvent[]>;
  close(): void;
}

/** Read the event stream of a task, or another one, as a browser does. */
export async function openEventStream(
  client: TestClient,
  stream: string | { path: string; last?: string },
  lastOfTask?: string,
): Promise<OpenStream> {
  const { path, last } =
    typeof stream === 'string' ? { path: `/tasks/${stream}/events`, last: lastOfTask } : stream;
  const cut = new AbortController();
  const response = await fetch(`${client.url}/api/v1${path}`, {
    headers: { Authorization: `Bearer ${client.identity.key}`, ...(last && { 'Last-Event-ID': last }) },
    signal: cut.signal,
  });
  const events = readEvents(response);
  const seen: ReceivedEvent[] = [];
  const next = async (): Promise<ReceivedEvent | null> => {
    const { value, done } = await events.next();
    if (done) return null;
    seen.push(value);
    return value;
  };
  return {
    headers: response.headers,
    async next() {
      const event = await next();
      if (!event) throw new Error('the stream has ended');
      return event;
    },
    async rest() {
      while (await next());
      return seen;
    },
    close: () => cut.abort(),
  };
}

async function* readEvents(response: Response): AsyncGenerator<ReceivedEvent, void> {
  if (!response.ok || !response.body) throw new Error(`no stream: ${response.status}`);
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => line.split(': ', 2) as [string, string]));
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data === undefined) continue;
      yield {
        event: fields.get('event') ?? '',
        id: Number(fields.get('id')),
        rawId: fields.get('id') ?? '',
        data: JSON.parse(data) as Record<string, unknown>,
      };
    }
  }
}
