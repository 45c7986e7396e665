import { Medley, MedleyApiError, TaskFailedError, webhooks, type TaskEvent } from '@medley/client';
import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { type AllInOne, startAllInOne } from '@medley/testing/system';
import {
  makeWav,
  serveBytes,
  startReceiver,
  startStubEngines,
  type StubEngines,
  until,
} from '@medley/testing';

let engines: StubEngines;
let service: AllInOne;
let source: { url: string; stop: () => Promise<void> };
let medley: Medley;

beforeAll(async () => {
  engines = await startStubEngines();
  service = await startAllInOne(engines.env);
  source = await serveBytes({ '/tone.wav': makeWav(3), '/page.mp3': Buffer.from('<p>no</p>') });
  medley = new Medley({ baseUrl: `${service.api.url}/`, apiKey: service.key });
});
afterAll(async () => {
  await service.stop();
  await source.stop();
  await engines.stop();
});

describe('a task', () => {
  test('goes from a link to the link of an MP3', async () => {
    const made = await medley.tasks.transcode({ url: `${source.url}/tone.wav`, filename: 'тон.wav' });
    expect(made.status).toBe('pending');
    const { output } = await medley.tasks.wait(made);
    expect(output?.transcode).toMatchObject({ format: 'mp3', channels: 1 });
    const file = await fetch(output?.transcode?.url ?? '');
    expect((await file.arrayBuffer()).byteLength).toBe(output?.transcode?.size);
  });

  test('becomes a transcript in every format', async () => {
    const { id } = await medley.tasks.wait(
      await medley.tasks.transcribe({ url: `${source.url}/tone.wav`, diarization: false }),
    );
    await expect(medley.tasks.transcript(id)).resolves.toBe('Привет, мир.\n');
    await expect(medley.tasks.transcript(id, { format: 'srt' })).resolves.toContain('00:00:03,000');
    await expect(medley.tasks.transcript(id, { format: 'vtt' })).resolves.toMatch(/^WEBVTT\n/);
    const { segments } = await medley.tasks.transcript(id, { format: 'json' });
    expect(segments).toEqual([{ id: 0, start: 0, end: 3, text: 'Привет, мир.', speaker: null }]);
  });

  test('of a text is answered at once when the creation may wait', async () => {
    const task = await medley.tasks.llm({ input: 'Текст', prompt: 'Сократи' }, { wait: 20 });
    expect(task.output?.llm).toMatchObject({ text: 'Готово.', model: 'gpt-4o-mini' });
  });

  test('made of steps has typed options and an output for each step', async () => {
    const made = await medley.tasks.create({
      input: 'Звонил Иван Петров',
      steps: [
        { name: 'depersonalize', options: { mode: 'reversible', entity_types: ['PERSON'] } },
        { name: 'llm', id: 'short', options: { template: 'summary' } },
      ],
      metadata: [{ key: 'order', value: '7' }],
    });
    const task = await medley.tasks.wait(made.id);
    expect(Object.keys(task.output ?? {})).toEqual(['depersonalize', 'short']);
    expect(task.metadata).toEqual([{ key: 'order', value: '7' }]);
  });

  test('that failed is an error with its code and the task, unless `throwOnFailure` is false', async () => {
    const made = await medley.tasks.transcode({ url: `${source.url}/page.mp3` });
    const failure: unknown = await medley.tasks.wait(made).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TaskFailedError);
    expect(failure).toMatchObject({ code: 'MEDIA_UNSUPPORTED', task: { id: made.id, status: 'failed' } });
    const task = await medley.tasks.wait(made, { throwOnFailure: false });
    expect(task.status).toBe('failed');
  });

  test('that failed prints as its message, code, step and id, without its input', async () => {
    const url = `${source.url}/page.mp3`;
    const made = await medley.tasks.transcode({ url, metadata: [{ key: 'order', value: 'secret' }] });
    const failure: unknown = await medley.tasks.wait(made).catch((error: unknown) => error);
    const [, facts = ''] = /(\{[\s\S]*\})$/.exec(inspect(failure)) ?? [];
    const { step } = (failure as TaskFailedError).task.error_details ?? {};
    expect(facts.split(/\s*\n\s*/)).toEqual([
      '{',
      "code: 'MEDIA_UNSUPPORTED',",
      'errors: [],',
      `taskId: '${made.id}',`,
      `step: '${step}'`,
      '}',
    ]);
    expect(inspect(failure)).toContain('TaskFailedError: MEDIA_UNSUPPORTED: ');
    expect(inspect(failure)).not.toMatch(/secret|page\.mp3/);
  });

  test('yields its events from the snapshot to the end', async () => {
    const made = await medley.tasks.pii({ input: 'Иван Петров' });
    const events: TaskEvent[] = [];
    for await (const event of medley.tasks.events(made.id)) events.push(event);
    expect(events[0]?.type).toBe('task.snapshot');
    const last = events.at(-1);
    expect(last?.type).toBe('task.completed');
    expect(last?.data).toMatchObject({ task: { id: made.id, output: { depersonalize: { mode: 'blind' } } } });
    // A stream that resumes after the last event is empty.
    for await (const event of medley.tasks.events(made.id, { lastEventId: last?.id ?? 0 }))
      throw new Error(`repeated: ${event.type}`);
  });

  test('is listed, and deleted with its data', async () => {
    const made = await medley.tasks.wait(await medley.tasks.pii({ input: 'Иван Петров' }));
    const { items, pagination } = await medley.tasks.list({ status: 'completed', limit: 1 });
    expect(items).toHaveLength(1);
    expect(pagination).toMatchObject({ limit: 1, offset: 0 });
    const found: string[] = [];
    for await (const task of medley.tasks.listAll({
      q: made.id.slice(0, 30),
      step: 'depersonalize',
      limit: 1,
    }))
      found.push(task.id);
    expect(found).toEqual([made.id]);
    await expect(medley.tasks.delete(made.id)).resolves.toMatchObject({ expired: true, output: null });
  });

  test('can be restored where it was reversible', async () => {
    const { id, output } = await medley.tasks.wait(
      await medley.tasks.pii({ input: 'Звонил Иван Петров', mode: 'reversible' }),
    );
    expect(output?.depersonalize).toMatchObject({ text: 'Звонил [PERSON_1]' });
    const restored = await medley.restore({ task_id: id, input: '[PERSON_1] перезвонит' });
    expect(restored).toEqual({ text: 'Иван Петров перезвонит', restored: 1, missing: [] });
  });
});

test('a webhook is unwrapped with its secret, listed, and delivered once more', async () => {
  const receiver = await startReceiver();
  const made = await medley.tasks.pii({ input: 'Иван Петров', webhook_url: `${receiver.url}/hook` });
  await until(async () => (await medley.tasks.webhooks(made.id))[0]?.status === 'delivered');
  const [request] = receiver.received;
  const payload = webhooks.unwrap(request?.body ?? '', request?.headers ?? {}, service.webhookSecret);
  expect(payload).toMatchObject({ event: 'task.completed', task: { id: made.id } });
  const [delivery] = await medley.tasks.webhooks(made.id);
  await medley.tasks.redeliver(made.id, delivery?.id ?? '');
  await until(() => receiver.received.length === 2);
  await receiver.stop();
});

test('a batch answers for every task on its own', async () => {
  const { results, summary } = await medley.batch([
    { input: 'Иван Петров', steps: [{ name: 'depersonalize' }] },
    { steps: [{ name: 'depersonalize' }] },
  ]);
  expect(summary).toEqual({ total: 2, succeeded: 1, failed: 1 });
  const [good, bad] = results;
  expect(good?.success && good.data.status).toBe('pending');
  expect(bad && !bad.success && bad.error.code).toBe('VALIDATION_ERROR');
});

test('pipelines are made, changed, listed, used and deleted', async () => {
  const steps = [{ name: 'depersonalize' }] as const;
  const made = await medley.pipelines.create({ name: 'Скрыть', steps: [...steps] });
  const changed = await medley.pipelines.replace(made.id, { name: 'Скрыть всё', steps: [...steps] });
  expect(changed).toMatchObject({ id: made.id, name: 'Скрыть всё', is_default: false });
  expect((await medley.pipelines.list({ limit: 100 })).items.map(({ id }) => id)).toContain(made.id);
  await medley.tasks.wait(await medley.tasks.create({ input: 'Иван Петров', pipeline_id: made.id }));
  await medley.pipelines.delete(made.id);
  await expect(medley.pipelines.get(made.id)).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 });
});

test('steps, templates and balance are what there is', async () => {
  const { steps } = await medley.steps({ category: 'privacy' });
  expect(steps.map(({ name }) => name)).toEqual(['depersonalize', 'restore', 'redact']);
  expect((await medley.templates()).map(({ name }) => name)).toContain('summary');
  await expect(medley.balance()).resolves.toMatchObject({ reserved: expect.any(Number) as number });
});

describe('a refusal', () => {
  test('names every invalid field and the request', async () => {
    const refused: unknown = await medley.tasks
      .create({ input: 'x', ttl: 25, steps: [{ name: 'llm' }] })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(MedleyApiError);
    const { code, status, errors, requestId } = refused as MedleyApiError;
    expect({ code, status }).toEqual({ code: 'VALIDATION_ERROR', status: 400 });
    expect(errors.map(({ field }) => field)).toContain('ttl');
    expect(requestId).toMatch(/\S/);
  });

  test('of an invalid key is reported at once', async () => {
    const unauthorized = new Medley({ baseUrl: service.api.url, apiKey: 'sk-nobody' });
    await expect(unauthorized.tasks.list()).rejects.toMatchObject({ code: 'INVALID_API_KEY', status: 401 });
  });

  test('of an invalid id has its code for any characters in the id', async () => {
    await expect(medley.tasks.get('../balance')).rejects.toMatchObject({ code: 'INVALID_TASK_ID' });
    await expect(medley.tasks.wait(randomUUID())).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' });
  });
});
