import { join } from 'node:path';
import {
  listFiles,
  makeWav,
  respondJson,
  serveBytes,
  startReceiver,
  startStubUpstream,
  until,
} from '@medley/testing';
import { amqpUrl, describeWithAmqp } from '@medley/testing/broker';
import { startAllInOne, type AllInOne } from '@medley/testing/system';

const PRIVATE_TRANSCRIPT = '6d65646c-6579-4000-8000-000000000004';
const NAME = 'Сергей Волков';
/** Two segments, of which the first breaks off within the name. */
const segments = [
  { start: 0, end: 1.5, text: ' Председатель — Сергей' },
  { start: 1.5, end: 3, text: ' Волков. Начинаем.' },
];
const text = segments.map((segment) => segment.text.trim()).join(' ');

/** Longer than what is stored in the database, so that outputs are in the blob store. */
const LONG = { start: 3, end: 4, text: ` ${'Далее по списку. '.repeat(5_000).trim()}` };

describe('on the embedded broker', () => hiddenOutputs({}));
describeWithAmqp('on RabbitMQ', () => hiddenOutputs({ AMQP_URL: amqpUrl }));

function hiddenOutputs(env: Record<string, string>): void {
  let medley: AllInOne;
  let speech: Awaited<ReturnType<typeof startStubUpstream>>;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let source: Awaited<ReturnType<typeof serveBytes>>;

  beforeAll(async () => {
    speech = await startStubUpstream();
    receiver = await startReceiver();
    source = await serveBytes({ '/meeting.wav': makeWav(4) });
    medley = await startAllInOne({ ASR_BASE_URL: speech.url, ASR_API_KEY: 'sk-upstream', ...env });
  });
  afterAll(async () => {
    await medley.stop();
    await Promise.all([speech.close(), receiver.stop(), source.stop()]);
  });

  async function run(said: typeof segments): Promise<{ id: string; shown: string }> {
    speech.respond(
      respondJson({
        language: 'russian',
        duration: 4,
        text: said.map((one) => one.text).join(''),
        segments: said,
      }),
    );
    const stream: string[] = [];
    const { id } = await medley.api.create('/tasks', {
      url: `${source.url}/meeting.wav`,
      pipeline_id: PRIVATE_TRANSCRIPT,
      webhook_url: receiver.url,
    });
    for await (const event of medley.client.tasks.events(id)) stream.push(JSON.stringify(event));
    const task = await medley.api.ended(id);
    expect([task.status, task.error]).toEqual(['completed', undefined]);
    await until(() => receiver.received.some(({ body }) => body.includes(id)));
    const webhooks = receiver.received.filter(({ body }) => body.includes(id)).map(({ body }) => body);
    const list = (await medley.api.call('GET', '/tasks?include=output')).body;
    return { id, shown: [...stream, ...webhooks, JSON.stringify(task), JSON.stringify(list)].join('\n') };
  }

  async function transcript(id: string, query: string): Promise<string> {
    const headers = { Authorization: `Bearer ${medley.key}` };
    return (await fetch(`${medley.api.url}/api/v1/tasks/${id}/transcript?${query}`, { headers })).text();
  }

  test('the raw transcript of private-transcript is in no answer, stream, webhook or listing', async () => {
    const { shown } = await run(segments);
    expect(shown).toContain('[PERSON]');
    expect(['Волков', 'Сергей'].filter((part) => shown.includes(part))).toEqual([]);
  });

  test('its subtitles have the depersonalized segments', async () => {
    const { id } = await run(segments);
    const srt = await transcript(id, 'format=srt');
    expect(srt).toContain('Председатель — [PERSON]');
    expect(srt).toContain('00:00:01,500 --> ');
    expect(srt).toContain('Начинаем.');
    const { data } = JSON.parse(await transcript(id, 'format=json')) as { data: { text: string } };
    expect(data.text).toBe(text.replace(NAME, '[PERSON]'));
  });

  test('its file is deleted from the blob store', async () => {
    const { id, shown } = await run([...segments, LONG]);
    expect(shown).toContain('[PERSON]');
    const directory = join(medley.directory, 'blobs');
    const files = (): Promise<string[]> => listFiles(directory);
    await until(
      async () => !(await files()).some((file) => file.includes(id) && file.includes('transcribe')),
    );
    expect((await files()).some((file) => file.includes(id) && file.includes('depersonalize'))).toBe(true);
  });
}
