import { signalTopics, type StepDeltaSignal } from '@medley/contracts';
import { type Responder, until } from '@medley/testing';
import { bodyOf, completion, languages, startLlmHarness, type LlmHarness } from './llm-harness';

const input = { text: { inline: 'Текст' } };
const options = { ...languages, prompt: 'p' };
const data = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;
const chunk = (delta: object, finish: string | null = null): string =>
  data({ model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] });
const end = `${chunk({}, 'stop')}data: [DONE]\n\n`;

/** A streamed answer in these pieces, each in a packet of its own; what follows them ends it. */
const stream =
  (pieces: readonly string[], after = end): Responder =>
  (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const left = [...pieces.map((content) => chunk({ content })), after];
    const next = (): void => {
      const packet = left.shift();
      if (packet === undefined) response.end();
      else response.write(packet, () => setImmediate(next));
    };
    next();
  };

let llm: LlmHarness;
beforeEach(async () => (llm = await startLlmHarness()));
afterEach(() => llm.close());

async function answer(
  more: object,
  settings: object = {},
): Promise<{ text: string | null; deltas: StepDeltaSignal[] }> {
  const ticket = await llm.worker.send(input, { ...options, ...settings }, more);
  const report = await ticket.finished;
  const deltas = llm.worker.events.filter(
    ({ topic }) => topic === signalTopics.taskEvent(ticket.taskId, 'step.delta'),
  );
  const output = report.outcome === 'completed' && 'inline' in report.output ? report.output.inline : null;
  return {
    text: output === null ? null : (JSON.parse(output) as { text: string }).text,
    deltas: deltas.map(({ body }) => body as StepDeltaSignal),
  };
}

const wordsOf = (deltas: readonly StepDeltaSignal[], nth = 1): string =>
  deltas
    .filter((delta) => delta.answer === nth)
    .map(({ text }) => text)
    .join('');

const passed = { passes_on_words: true };

test('the deltas of an answer are its text, each at its offset', async () => {
  const pieces = Array.from({ length: 60 }, (_, index) => `слово ${index} 👋 `);
  const first = chunk({ content: pieces[0] });
  llm.upstream.respond((response, request) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(first);
    void until(() => llm.worker.events.some(({ name }) => name === 'step.delta')).then(() =>
      response.end(
        pieces
          .slice(1)
          .map((content) => chunk({ content }))
          .join('') + end,
      ),
    );
    return request;
  });
  const { text, deltas } = await answer(passed);
  expect(text).toBe(pieces.join(''));
  expect(wordsOf(deltas)).toBe(text);
  expect(deltas.length).toBeGreaterThan(1);
  expect(deltas.length).toBeLessThan(pieces.length);
  let offset = 0;
  for (const delta of deltas) {
    expect(delta).toMatchObject({ step_id: 'llm', attempt: 1, answer: 1, offset });
    offset += delta.text.length;
  }
});

test('a character whose halves come apart is not broken', async () => {
  const [high = '', low = ''] = '👋'.split('');
  llm.upstream.respond((response, request) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(chunk({ content: `a${high}` }));
    void until(() => llm.worker.events.some(({ name }) => name === 'step.delta')).then(() =>
      response.end(chunk({ content: `${low}b` }) + end),
    );
    return request;
  });
  const { deltas } = await answer(passed);
  expect(deltas.map(({ text, offset }) => [offset, text])).toEqual([
    [0, 'a'],
    [1, '👋b'],
  ]);
});

test.each<[string, object, object]>([
  ['a step whose words may not be known', {}, {}],
  ['a step with a schema', passed, { response_schema: { type: 'object' } }],
])('there are none of %s', async (_, more, settings) => {
  llm.upstream.respond('response_schema' in settings ? completion('{}') : stream(['Готово', '.']));
  const { text, deltas } = await answer(more, settings);
  expect(text).not.toBeNull();
  expect(deltas).toEqual([]);
});

test('there are none of an upstream that does not stream, whose answer is whole', async () => {
  llm.upstream.respond(completion('Готово.'));
  const { text, deltas } = await answer(passed);
  expect([text, deltas]).toEqual(['Готово.', []]);
  expect(bodyOf(llm.upstream)).toMatchObject({ stream: true });
});

test.each<[string, Responder]>([
  ['broke off', stream(['Не', 'то'], '')],
  ['ended with an error', stream(['Не', 'то'], data({ error: { message: 'secret' } }))],
  ['was no text', stream(['Не', 'то'], 'data: {"choices"\n\n')],
])('after an answer that %s the next one begins anew', async (_, broken) => {
  llm.upstream.respond((response, request) => broken(response, request), stream(['Го', 'тово']));
  const { text, deltas } = await answer(passed);
  expect(text).toBe('Готово');
  const last = deltas.at(-1)?.answer;
  expect(wordsOf(deltas, last)).toBe('Готово');
  expect(deltas.find((delta) => delta.answer === last)?.offset).toBe(0);
  expect(wordsOf(deltas, 1)).toMatch(last === 1 ? 'Готово' : /^Н/);
  expect(JSON.stringify(deltas)).not.toContain('secret');
});

test.each<[string, string[]]>([
  ['in tags', ['\n<th', 'ink>Хм, ', 'надо</thi', 'nk>\n\n', 'Гото', 'во']],
  ['without the opening tag', ['Хм, ', 'надо</th', 'ink> Гото', 'во']],
])('reasoning %s is not among the words', async (_, pieces) => {
  llm.upstream.respond(stream(pieces));
  const { text, deltas } = await answer(passed);
  expect(text).toBe('Готово');
  const last = deltas.at(-1)?.answer;
  expect(wordsOf(deltas, last)).toBe('Готово');
});

test('an answer without end fails as before, and what its deltas hold is bounded', async () => {
  const noise = 'x'.repeat(100_000);
  llm.upstream.respond(stream(Array.from({ length: 20 }, () => noise)));
  const { text, deltas } = await answer(passed);
  expect(text).toBeNull();
  expect(Math.max(...deltas.map((delta) => delta.text.length))).toBeLessThanOrEqual(8_192);
  expect(deltas.every(({ offset }) => offset <= 1024 * 1024)).toBe(true);
});
