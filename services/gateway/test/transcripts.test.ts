import {
  endTask,
  startTestGateway,
  summarize,
  type TestClient,
  type TestGateway,
} from '@medley/testing/gateway';

let gateway: TestGateway;
let client: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway();
  client = await gateway.newClient();
});
afterAll(() => gateway.stop());

const segment = (id: number, speaker: string | null, text: string) => ({
  id,
  start: id * 2,
  end: id * 2 + 1.5,
  text,
  speaker,
});

async function transcribed(segments: ReturnType<typeof segment>[], set = {}): Promise<string> {
  const { id } = await client.create('/transcribe', { url: 'https://example.com/a.mp3' });
  const text = segments.map((one) => one.text.trim()).join(' ');
  const output = { text, language: 'en', duration: 3_700, segments, speakers: ['A', 'B'] };
  await endTask(gateway.stores, id, {
    steps: { transcribe: { output: { inline: JSON.stringify(output) } } },
    set,
  });
  return id;
}

const spoken = [
  segment(0, 'A', ' Hello <you>\n\nthere. '),
  segment(1, 'A', 'Well?'),
  segment(1_800, 'B', 'Да & нет.'),
];

test('as text: one line per turn', async () => {
  const id = await transcribed(spoken);
  const answer = await client.get(`/tasks/${id}/transcript`);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(answer.text).toBe('A: Hello <you> there. Well?\nB: Да & нет.\n');
});

test('as text without speakers: the text', async () => {
  const id = await transcribed([segment(0, null, 'Hello'), segment(1, null, 'you.')]);
  expect((await client.get(`/tasks/${id}/transcript?format=txt`)).text).toBe('Hello you.\n');
});

describe('speakers', () => {
  const one = [segment(0, 'A', 'Hello'), segment(1, 'A', 'you.')];
  const read = async (id: string, query: string): Promise<string> =>
    (await client.get(`/tasks/${id}/transcript?${query}`)).text;

  test.each(['txt', 'srt', 'vtt'])(
    'are not named in %s when there is only one, unless asked for',
    async (format) => {
      const id = await transcribed(one);
      expect(await read(id, `format=${format}`)).not.toMatch(/A: |<v A>/);
      expect(await read(id, `format=${format}&speakers=true`)).toMatch(/A: Hello|<v A>Hello/);
    },
  );

  test.each(['txt', 'srt', 'vtt'])('are never named in %s with speakers=false', async (format) => {
    const id = await transcribed(spoken);
    expect(await read(id, `format=${format}`)).toMatch(/A: |<v A>/);
    expect(await read(id, `format=${format}&speakers=false`)).not.toMatch(/[AB]: |<v [AB]>/);
  });

  test('remain in json, and another value is refused', async () => {
    const id = await transcribed(one);
    expect(await read(id, 'format=json&speakers=false')).toContain('"speaker":"A"');
    expect(summarize(await client.get(`/tasks/${id}/transcript?speakers=maybe`))).toBe(
      '400 VALIDATION_ERROR speakers',
    );
  });
});

test('of a task that failed tell so, and why', async () => {
  const { id } = await client.create('/transcribe', { url: 'https://example.com/a.mp3' });
  await endTask(gateway.stores, id, { status: 'failed' });
  const answer = await client.get(`/tasks/${id}/transcript`);
  expect(summarize(answer)).toBe('404 NOT_FOUND');
  expect(answer.body.error.message).toBe('The task has no transcript. It failed: SOURCE_REFUSED: no.');
});

test('as SubRip', async () => {
  const id = await transcribed(spoken);
  const answer = await client.get(`/tasks/${id}/transcript?format=srt`);
  expect(answer.headers.get('content-type')).toBe('application/x-subrip; charset=utf-8');
  expect(answer.text).toBe(
    '1\n00:00:00,000 --> 00:00:01,500\nA: Hello <you> there.\n\n' +
      '2\n00:00:02,000 --> 00:00:03,500\nA: Well?\n\n' +
      '3\n01:00:00,000 --> 01:00:01,500\nB: Да & нет.\n',
  );
});

test('as WebVTT, escaped', async () => {
  const id = await transcribed(spoken);
  const answer = await client.get(`/tasks/${id}/transcript?format=vtt`);
  expect(answer.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
  expect(answer.text).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\n<v A>Hello &lt;you&gt; there.\n\n' +
      '00:00:02.000 --> 00:00:03.500\n<v A>Well?\n\n' +
      '01:00:00.000 --> 01:00:01.500\n<v B>Да &amp; нет.\n',
  );
});

test('as JSON, in the envelope', async () => {
  const id = await transcribed(spoken);
  const answer = await client.get(`/tasks/${id}/transcript?format=json`);
  expect(answer.body).toMatchObject({ success: true, data: { language: 'en', segments: spoken } });
});

test('missing transcripts have their own error codes', async () => {
  const pending = await client.create('/transcribe', { url: 'https://example.com/a.mp3' });
  expect(summarize(await client.get(`/tasks/${pending.id}/transcript`))).toBe('404 NOT_FOUND');
  expect(summarize(await client.get(`/tasks/${pending.id}/transcript?format=doc`))).toBe(
    '400 VALIDATION_ERROR format',
  );
  const expired = await transcribed(spoken, { expires_at: new Date(0) });
  expect(summarize(await client.get(`/tasks/${expired}/transcript`))).toBe('410 TASK_EXPIRED');
});
