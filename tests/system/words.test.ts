import type { DeltaData, TaskEvent } from '@medley/client';
import { startStubUpstream, until, type StubUpstream } from '@medley/testing';
import { amqpUrl, describeWithAmqp } from '@medley/testing/broker';
import { startAllInOne, type AllInOne } from '@medley/testing/system';

const data = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;
const chunk = (content: string): string => data({ model: 'm', choices: [{ index: 0, delta: { content } }] });
const end = `${data({ choices: [{ delta: {}, finish_reason: 'stop' }] })}data: [DONE]\n\n`;

describe('on the embedded broker', () => words({}));
describeWithAmqp('on RabbitMQ', () => words({ AMQP_URL: amqpUrl }));

function words(env: Record<string, string>): void {
  let medley: AllInOne;
  let upstream: StubUpstream;

  beforeAll(async () => {
    upstream = await startStubUpstream();
    medley = await startAllInOne({ LLM_BASE_URL: upstream.url, LLM_API_KEY: 'sk-upstream', ...env });
  });
  afterAll(async () => {
    await medley.stop();
    await upstream.close();
  });

  /** An answer that goes on until the test ends it, or after `wordsMax`: what comes before a reader listens is lost to it. */
  function startAnswer(last: string, wordsMax = Infinity): { end: () => void } {
    let left = wordsMax;
    upstream.respond((response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      const drip = setInterval(() => {
        if (left > 0) response.write(chunk('слово 👋 '));
        else response.end(chunk(last) + end);
        if (left <= 0) clearInterval(drip);
        left -= 1;
      }, 30);
      response.once('close', () => clearInterval(drip));
    });
    return { end: () => void (left = 0) };
  }

  /** Reads the stream of a new task to its end; `onEvent` may let it go on. */
  async function follow(
    body: object,
    onEvent: (event: TaskEvent) => void = () => undefined,
  ): Promise<TaskEvent[]> {
    const { id } = await medley.api.create('/tasks', body);
    const events: TaskEvent[] = [];
    for await (const event of medley.client.tasks.events(id)) {
      events.push(event);
      onEvent(event);
    }
    return events;
  }

  const deltasOf = (events: readonly TaskEvent[]): DeltaData[] =>
    events.flatMap((event) => (event.event === 'step.delta' ? [event.data] : []));

  test('the first words of an answer are read before its last are written', async () => {
    const answer = startAnswer('конец');
    const events = await follow({ input: 'x', prompt: 'p', steps: [{ name: 'llm' }] }, (event) => {
      if (event.event === 'step.delta') answer.end();
    });
    const deltas = deltasOf(events);
    const last = events.at(-1);
    const task = last?.event === 'task.completed' ? last.data.task : undefined;
    const { text } = task?.output?.llm as { text: string };
    expect(text).toMatch(/^(?:слово 👋 )+конец$/);
    expect(deltas.map((delta) => delta.text).join('')).toBe(text.slice(deltas[0]?.offset));
    expect(deltas[0]).toMatchObject({ step: 'llm', attempt: 1, answer: 1 });
    const names = events.map(({ event }) => event);
    expect(names.lastIndexOf('step.delta')).toBeLessThan(names.indexOf('step.completed'));
    const ids = events.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  });

  test.each<[string, object, string]>([
    [
      'that is restored below, whose placeholders are for no reader',
      {
        steps: [
          { name: 'depersonalize', options: { mode: 'reversible' } },
          { name: 'llm' },
          { name: 'restore' },
        ],
      },
      'Иван Петров',
    ],
    [
      'that is not given out',
      {
        steps: [{ name: 'llm' }, { name: 'depersonalize' }],
        outputs: ['depersonalize'],
      },
      '[PERSON]',
    ],
  ])('there are no words of an answer %s', async (_, graph, result) => {
    startAnswer('outputs' in graph ? 'Иван Петров' : '[PERSON_1]', 10);
    const events = await follow({ input: 'Иван Петров звонил', prompt: 'p', ...graph });
    expect(deltasOf(events)).toEqual([]);
    expect(JSON.stringify(events.at(-1)?.data)).toContain(result);
  });

  test('the stream of the account has none', async () => {
    const answer = startAnswer('конец');
    const names: string[] = [];
    const stop = new AbortController();
    let isOpen = false;
    const all = (async () => {
      const options = { signal: stop.signal, onConnectionChange: (now: boolean) => void (isOpen = now) };
      for await (const { event } of medley.client.events(options)) {
        names.push(event);
        if (event === 'task.completed') return;
      }
    })();
    await until(() => isOpen);
    const events = await follow({ input: 'x', prompt: 'p', steps: [{ name: 'llm' }] }, (event) => {
      if (event.event === 'step.delta') answer.end();
    });
    await all;
    stop.abort();
    expect(deltasOf(events)).not.toEqual([]);
    expect(names).not.toContain('step.delta');
  });
}
