import { stepBlobKey, waveformBlobKey } from '@medley/blobs';
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

const waveform = { version: 2, samples_per_pixel: 64, length: 1, data: [-3, 4] };

/** An ended task of two conversions. @returns its id */
async function converted(given: { outputs?: string[]; withWaveform?: boolean } = {}): Promise<string> {
  const { outputs, withWaveform = true } = given;
  const { id } = await client.create('/tasks', {
    url: 'https://example.com/a.mp3',
    steps: [
      { name: 'fetch' },
      { name: 'transcode', id: 'first' },
      { name: 'transcode', id: 'second', depends_on: ['fetch'] },
    ],
    ...(outputs && { outputs }),
  });
  const soundOf = (stepId: string): string => stepBlobKey({ taskId: id, stepId, attempt: 1 }, 'audio.mp3');
  const media = (stepId: string): object => ({
    media: { blob: soundOf(stepId), content_type: 'audio/mpeg', size: 9, duration: 1 },
  });
  if (withWaveform)
    for (const [stepId, length] of [['first', 1], ['second', 2]] as const)
      await gateway.blobs.put(waveformBlobKey(soundOf(stepId)), Buffer.from(JSON.stringify({ ...waveform, length })));
  await endTask(gateway.stores, id, { steps: { first: media('first'), second: media('second') } });
  return id;
} // prettier-ignore

const read = async (id: string, query = ''): Promise<string> => {
  const answer = await client.get(`/tasks/${id}/waveform${query}`);
  if (answer.status !== 200) return `${summarize(answer)}: ${answer.body.error.message}`;
  return String((answer.body.data as { length: number }).length);
};

test('is that of the step that is asked for, or of the first one', async () => {
  const id = await converted();
  expect(await read(id)).toBe('1');
  expect(await read(id, '?step=second')).toBe('2');
});

test('is hidden with the sound, by name and by default', async () => {
  const id = await converted({ outputs: ['second'] });
  expect(await read(id)).toBe('2');
  expect(await read(id, '?step=first')).toMatch(/^403 OUTPUT_HIDDEN/);
});

test.each([
  ['?step=fetch', 'The step makes no sound: transcode and redact do.'],
  ['?step=third', 'The task has no such step.'],
])('%s is refused with a sentence', async (query, sentence) => {
  expect(await read(await converted(), query)).toBe(`404 NOT_FOUND: ${sentence}`);
});

test('of a sound without one there is none', async () => {
  expect(await read(await converted({ withWaveform: false }))).toBe(
    '404 NOT_FOUND: This sound has no waveform.',
  );
});

test('of a task that has not converted yet, and of one that never will, there is none', async () => {
  const { id } = await client.create('/transcode', { url: 'https://example.com/a.mp3' });
  expect(await read(id)).toBe('404 NOT_FOUND: The step has no sound yet.');
  const text = await client.create('/pii', { input: 'Ann' });
  expect(await read(text.id)).toMatch(/^404 NOT_FOUND: The task has no step that makes a sound/);
});

test('goes with the data of its task, and is not for other accounts', async () => {
  const id = await converted();
  const other = await gateway.newClient();
  expect(summarize(await other.get(`/tasks/${id}/waveform`))).toBe('404 TASK_NOT_FOUND');
  await client.send('DELETE', `/tasks/${id}`);
  expect(await read(id)).toMatch(/^410 TASK_EXPIRED/);
});
