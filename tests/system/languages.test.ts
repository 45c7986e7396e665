import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeWav, serveBytes, startStubEngines, type StubEngines } from '@medley/testing';
import { amqpUrl, describeWithAmqp } from '@medley/testing/broker';
import { startAllInOne, type AllInOne } from '@medley/testing/system';

describe('languages of speech engines on the embedded broker', () => languages({}));
describeWithAmqp('languages of speech engines on RabbitMQ', () => languages({ AMQP_URL: amqpUrl }));

function languages(env: Record<string, string>): void {
  let medley: AllInOne;
  let engines: StubEngines;
  let source: Awaited<ReturnType<typeof serveBytes>>;
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'medley-languages-'));
    engines = await startStubEngines();
    source = await serveBytes({ '/talk.wav': makeWav(3) });
    const models = [{ name: 'baltic', languages: ['lv', 'lt'] }, 'whisper-1'];
    const file = join(directory, 'engines.json');
    const entry = { name: 'home', kind: 'openai', base_url: engines.env['ASR_BASE_URL'], models };
    await writeFile(file, JSON.stringify([entry]));
    medley = await startAllInOne({ ...env, ASR_ENGINES_FILE: file });
  });
  afterAll(async () => {
    await medley.stop();
    await Promise.all([engines.stop(), source.stop(), rm(directory, { recursive: true })]);
  });

  const ask = (body: object): ReturnType<AllInOne['api']['call']> =>
    medley.api.call('POST', '/transcribe', { url: `${source.url}/talk.wav`, ...body });

  test('are listed with their models', async () => {
    const { steps } = await medley.client.steps();
    expect(steps.find(({ name }) => name === 'transcribe')?.models).toEqual([
      { name: 'baltic', engine: 'home', default: true, languages: ['lv', 'lt'], detects_language: true },
      { name: 'whisper-1', engine: 'home', default: false, languages: null, detects_language: true },
    ]);
  });

  test('decide at creation what is refused', async () => {
    const { status, body } = await ask({ language: 'ru' });
    expect([status, body]).toMatchObject([
      400,
      { errors: [{ field: 'language', message: 'must be one of: lv, lt, auto' }] },
    ]);
    expect((await ask({ language: 'ru', model: 'whisper-1' })).status).toBe(201);
  });

  test('are in the output: the one that was detected', async () => {
    const made = await medley.api.create('/transcribe', {
      url: `${source.url}/talk.wav`,
      language: 'auto',
      model: 'whisper-1',
      diarization: false,
    });
    const task = await medley.api.ended(made.id);
    expect(task.output).toMatchObject({ transcribe: { language: 'ru', text: 'Привет, мир.' } });
  });
}
