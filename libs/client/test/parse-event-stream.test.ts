import fc from 'fast-check';
import { parseEventStream, type StreamMessage } from '../src/events/parse-event-stream';

async function parse(
  chunks: readonly Uint8Array[],
): Promise<{ messages: StreamMessage[]; retries: number[] }> {
  const messages: StreamMessage[] = [];
  const retries: number[] = [];
  async function* arrive(): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) yield await Promise.resolve(chunk);
  }
  const hints = { onRetry: (ms: number): void => void retries.push(ms) };
  for await (const message of parseEventStream(arrive(), hints)) messages.push(message);
  return { messages, retries };
}

const parseText = async (text: string): Promise<StreamMessage[]> =>
  (await parse([Buffer.from(text)])).messages;

test('a message has its event, id and data', async () => {
  const messages = await parseText('event: step.started\nid: 7\ndata: {"a":1}\n\n');
  expect(messages).toEqual([{ event: 'step.started', id: '7', data: '{"a":1}' }]);
});

test('several lines of data are one text; one space after the colon is dropped', async () => {
  const messages = await parseText('data:one\ndata:  two\ndata\n\n');
  expect(messages).toEqual([{ event: 'message', id: null, data: 'one\n two\n' }]);
});

test('comments, unknown fields and messages without data are skipped', async () => {
  expect(await parseText(': ping\n\nevent: x\n\nwho: me\nid: 1\n\n')).toEqual([]);
});

test('a message that the end of the stream cuts off is dropped', async () => {
  expect(await parseText('data: whole\n\ndata: half')).toHaveLength(1);
  expect(await parseText('data: whole\n\ndata: half\n')).toHaveLength(1);
});

test('the reconnection delay is reported', async () => {
  const { messages, retries } = await parse([Buffer.from('retry: 1500\nretry: soon\n: bye\n\n')]);
  expect({ messages, retries }).toEqual({ messages: [], retries: [1_500] });
});

test('chunk boundaries and the kind of line ends make no difference', async () => {
  const data = fc.stringMatching(/^[а-яa-z{}: 😀"]{1,20}$/u);
  const sent = fc.array(fc.record({ id: fc.nat(), data }), { minLength: 1, maxLength: 5 });
  const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(sent, fc.constantFrom('\n', '\r\n', '\r'), cuts, async (events, lineEnd, at) => {
      const text = events.flatMap(({ id, data: one }) => ['event: e', `id: ${id}`, `data: ${one}`, '']);
      const bytes = Buffer.from(`\uFEFF${text.join(lineEnd)}${lineEnd}: end${lineEnd}`);
      const edges = [0, ...[...at].sort((a, b) => a - b), bytes.length];
      const chunks = edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
      const { messages } = await parse(chunks);
      expect(messages).toEqual(
        events.map(({ id, data: one }) => ({ event: 'e', id: String(id), data: one })),
      );
    }),
  );
});
