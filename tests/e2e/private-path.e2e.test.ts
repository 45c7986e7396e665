import type { PublicTask } from '@medley/task-view';
import { type AllInOne, startAllInOne } from '@medley/testing/system';
import {
  respondJson,
  makeWav,
  type Receiver,
  type RecordedRequest,
  serveBytes,
  startReceiver,
  startStubUpstream,
  startWiretap,
  type StubUpstream,
  until,
  type Wiretap,
} from '@medley/testing';

const LLM_KEY = 'llm-key-4f0c9a7d1b';
const ASR_KEY = 'asr-key-83e5d20c6a';
const PRIVATE_MINUTES = '6d65646c-6579-4000-8000-000000000005';

/** Personal data that must not leave this machine, by the sentence that contains it. */
const said = {
  'Сергей Волков': 'Председатель — Сергей Волков.',
  'Анна Смирнова': 'Протокол вела Анна Смирнова.',
  'Сергею Волкову': 'Отчёт передать Сергею Волкову.',
  'John Smith': 'Our guest was John Smith.',
  '+7 905 123-45-67': 'Телефон для связи: +7 905 123-45-67.',
  'anna.smirnova@mail.ru': 'Почта: anna.smirnova@mail.ru.',
  '4510 123456': 'Паспорт 4510 123456 предъявлен.',
  '112-233-445 95': 'СНИЛС 112-233-445 95.',
  '4111 1111 1111 1111': 'Карта 4111 1111 1111 1111.',
  '192.168.10.77': 'Сервер 192.168.10.77 перезапустили.',
};
const originals = Object.keys(said);
/** Parts that would identify a person, too. */
const secrets = [
  ...originals,
  'Волков',
  'Смирнова',
  'Смирновой',
  'Smith',
  'anna.smirnova',
  '1234567',
  '123456',
];
const TEXT = Object.values(said).join(' ');

let medley: AllInOne;
let model: StubUpstream;
let speech: StubUpstream;
let tap: Wiretap;
let receiver: Receiver;
let source: { url: string; stop: () => Promise<void> };

beforeAll(async () => {
  [model, speech] = [await startStubUpstream(), await startStubUpstream()];
  const words = { start: 0, end: 3, text: TEXT };
  speech.respond(respondJson({ language: 'russian', duration: 3, text: TEXT, segments: [words] }));
  tap = await startWiretap(model.url);
  receiver = await startReceiver();
  source = await serveBytes({ '/meeting.wav': makeWav(3) });
  medley = await startAllInOne({
    LLM_BASE_URL: tap.url,
    LLM_API_KEY: LLM_KEY,
    ASR_BASE_URL: speech.url,
    ASR_API_KEY: ASR_KEY,
    LOG_LEVEL: 'debug',
  });
});
afterAll(async () => {
  await medley.stop();
  await Promise.all([tap.close(), model.close(), speech.close(), receiver.stop(), source.stop()]);
});

const markersIn = (text: string): string[] => [...new Set(text.match(/\[[A-Z_]+_\d+\]/g) ?? [])];

/** The text of the last request to the model. */
function questionOf({ body }: RecordedRequest): string {
  const { messages } = JSON.parse(body.toString()) as { messages: { role: string; content: string }[] };
  return messages.map(({ content }) => content).join('\n');
}

/** A model that answers with the markers of its request, in a changed spelling. */
function answerWith(write: (markers: string[]) => string): void {
  model.respond((response, request) => {
    const text = questionOf(request).split('<<<TEXT').at(-1) ?? '';
    const message = { role: 'assistant', content: write(markersIn(text)) };
    respondJson({ model: 'm', choices: [{ message, finish_reason: 'stop' }], usage: {} })(response, request);
  });
}

const strip = (marker: string): string => marker.slice(1, -1);
const models: Record<string, (markers: string[]) => string> = {
  'keeps them': (markers) => markers.map((marker) => `- ${marker};`).join('\n'),
  'reverses their order': (markers) => [...markers].reverse().map((marker) => `- ${marker};`).join('\n'),
  'drops their brackets': (markers) => markers.map((marker) => `- ${strip(marker)};`).join('\n'),
  'writes them in lower case': (markers) => markers.map((marker) => `- ${marker.toLowerCase()};`).join('\n'),
  'writes them in lower case without brackets': (markers) => markers.map((marker) => `- ${strip(marker).toLowerCase()};`).join('\n'),
  'escapes and emphasises them': (markers) =>
    markers.map((marker) => `- **\\[${strip(marker).replaceAll('_', '\\_')}\\]**;`).join('\n'),
  'inserts spaces': (markers) => markers.map((marker) => `- ${marker.replace(/_(\d)/, ' $1')};`).join('\n'),
}; // prettier-ignore

const outputOf = <T>(task: PublicTask, step: string): T => task.output?.[step] as T;

/** The task without the input of the client and the texts that are meant for it. */
function between(task: PublicTask): string {
  return JSON.stringify({
    ...task,
    input: null,
    output: { ...task.output, restore: null },
  });
}

async function runReversible(): Promise<PublicTask> {
  const made = await medley.api.create('/tasks', {
    input: TEXT,
    webhook_url: `${receiver.url}/hook`,
    steps: [
      { name: 'depersonalize', options: { mode: 'reversible' } },
      { name: 'llm', options: { prompt: 'Кто и что упомянуты?' } },
      { name: 'restore' },
    ],
  });
  return medley.api.ended(made.id);
}

describe('depersonalize, language model, restore', () => {
  test.each(Object.keys(models))('no original reaches the model and every original is restored when the model %s', async (name) => {
    answerWith(models[name] ?? String);
    const asked = model.requests.length;

    const task = await runReversible();

    expect([task.status, task.error]).toEqual(['completed', undefined]);
    expect(tap.findLeaks(secrets)).toEqual([]);
    expect(model.requests).toHaveLength(asked + 1);
    const markers = markersIn(questionOf(model.requests[asked] as RecordedRequest));
    expect(markers).toEqual(expect.arrayContaining(['[PERSON_1]', '[PERSON_2]', '[PHONE_1]', '[EMAIL_1]', '[PASSPORT_1]']));
    const { text, missing } = outputOf<{ text: string; missing: string[] }>(task, 'restore');
    expect(missing).toEqual([]);
    expect(text).not.toMatch(/PERSON|PHONE|EMAIL|PASSPORT|person|phone/);
    // «Сергею Волкову» is the first person again.
    const expected = originals.filter((original) => original !== 'Сергею Волкову');
    expect(expected.filter((original) => !text.includes(original))).toEqual([]);
    expect(secrets.filter((secret) => between(task).includes(secret))).toEqual([]);
  }); // prettier-ignore

  test('a person has the case that the sentence of the model needs, if the text had that sentence', async () => {
    answerWith(([first = '']) => `Отчёт передать ${strip(first)}. С ${first}ом согласовано.`);
    const { text } = outputOf<{ text: string }>(await runReversible(), 'restore');
    expect(text).toBe('Отчёт передать Сергею Волкову. С Сергеем Волковым согласовано.');
  });

  test('POST /pii/restore does the same for an answer of one’s own, until the task is deleted', async () => {
    answerWith((markers) => markers.join(' '));
    const { id } = await runReversible();
    const body = { task_id: id, input: 'Звонить person_2: PHONE_1, но не person 1' };
    const { data } = (await medley.api.call('POST', '/pii/restore', body)).body;
    expect(data).toMatchObject({
      text: 'Звонить Анна Смирнова: +7 905 123-45-67, но не person 1',
      restored: 2,
    });

    await medley.api.call('DELETE', `/tasks/${id}`);
    const after = await medley.api.call('POST', '/pii/restore', body);
    expect([after.status, after.body.error?.code]).toEqual([410, 'MAPPING_EXPIRED']);
  });
});

describe('the system template private-minutes', () => {
  test('takes speech to minutes; only the speech server receives names', async () => {
    answerWith(
      (markers) => `## Протокол\n${markers.map((marker) => `- ${strip(marker).toLowerCase()}`).join('\n')}`,
    );
    const url = `${source.url}/meeting.wav`;

    const made = await medley.api.create('/tasks', { url, pipeline_id: PRIVATE_MINUTES });
    const task = await medley.api.ended(made.id);

    expect([task.status, task.error]).toEqual(['completed', undefined]);
    expect(Object.keys(task.output ?? {})).toEqual(['depersonalize', 'restore']);
    const { text, missing } = outputOf<{ text: string; missing: string[] }>(task, 'restore');
    expect([text.slice(0, 11), missing]).toEqual(['## Протокол', []]);
    expect(text).toContain('- Сергей Волков\n- Анна Смирнова');
    expect(tap.findLeaks(secrets)).toEqual([]);
    expect(secrets.filter((secret) => between(task).includes(secret))).toEqual([]);
  });
});

describe('the keys of the providers', () => {
  test('are in no task, webhook or log line, nor are originals in the log', async () => {
    answerWith((markers) => markers.join(' '));
    const good = await runReversible();
    model.respond((response) =>
      response.writeHead(401, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error: { message: `bad key ${LLM_KEY}` } })),
    );
    const bad = await runReversible();
    await until(() => [good, bad].every(({ id }) => receiver.received.some(({ body }) => body.includes(id))));

    expect([good.status, bad.status]).toEqual(['completed', 'failed']);
    expect(bad.error).toMatch(/^UPSTREAM_/);
    expect(model.requests.every(({ headers }) => headers.authorization === `Bearer ${LLM_KEY}`)).toBe(true);
    const steps = JSON.stringify((await medley.api.call('GET', '/steps')).body);
    const shown = [good, bad].map((task) => JSON.stringify(task));
    const webhooks = receiver.received.map(({ headers, body }) => JSON.stringify(headers) + body);
    const everything = [...shown, ...webhooks, steps, medley.program.output].join('\n');
    expect([LLM_KEY, ASR_KEY].filter((key) => everything.includes(key))).toEqual([]);
    expect(secrets.filter((secret) => medley.program.output.includes(secret))).toEqual([]);
    expect(medley.program.output).toContain(good.id);
  }); // prettier-ignore
});
