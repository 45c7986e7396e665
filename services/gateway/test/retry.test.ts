import { stepBlobKey } from '@medley/blobs';
import { toUnits, type Payload } from '@medley/contracts';
import {
  endTask,
  startTestGateway,
  summarize,
  type TestClient,
  type TestGateway,
} from '@medley/testing/gateway';
import type { PublicTask } from '@medley/task-view';

let gateway: TestGateway;
let client: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway();
  client = await gateway.newClient();
});
afterAll(() => gateway.stop());

const chain = {
  input: 'x'.repeat(2_000),
  prompt: 'Shorten',
  filename: 'notes.txt',
  language_in: 'en',
  language_out: 'de',
  metadata: [{ key: 'a', value: 'b' }],
  webhook_url: 'https://example.com/hook',
  ttl: 7,
  steps: [
    { name: 'depersonalize' },
    { name: 'llm' },
    { id: 'again', name: 'llm', options: { prompt: 'Own' } },
  ],
};
const many = Array.from({ length: 10_000 }, (_, index) => [`s${index}`, 3]);
const text: Payload = { inline: 'short' };
const kept = { output: { inline: '{"text":"short"}' }, text, usage: { characters: 2_000 } };

/** The chain, of which the second step has failed. */
async function failed(more: object = {}, by: TestClient = client): Promise<string> {
  const { id } = await by.create('/tasks', { ...chain, ...more });
  await endTask(gateway.stores, id, {
    status: 'failed',
    steps: { depersonalize: { status: 'completed', ...kept }, again: { status: 'skipped' } },
  });
  return id;
}
const retry = (id: string, body: object = {}): Promise<PublicTask> =>
  client.create(`/tasks/${id}/retry`, body);
const refusal = async (id: string, body: object, by: TestClient = client): Promise<string> =>
  summarize(await by.post(`/tasks/${id}/retry`, body));
const statuses = (task: PublicTask): string[] =>
  task.steps.map(({ id, status, reused }) => `${id} ${status}${reused ? ' reused' : ''}`);

describe('a failed task', () => {
  test('is retried as a new task that runs what failed or was skipped, and keeps the rest', async () => {
    const id = await failed();
    const answer = await client.post(`/tasks/${id}/retry`, {});
    const task = answer.body.data as unknown as PublicTask;
    expect([answer.status, answer.headers.get('location')]).toEqual([201, `/api/v1/tasks/${task.id}`]);
    expect(task.id).not.toBe(id);
    expect(statuses(task)).toEqual(['depersonalize completed reused', 'llm queued', 'again waiting']);
    expect(task).toMatchObject({
      status: 'pending',
      retry_of: id,
      output: { depersonalize: { text: 'short' } },
    });
  });

  test('stays as it is, and names its retries', async () => {
    const id = await failed();
    const before = (await client.get(`/tasks/${id}`)).body.data;
    expect(before).not.toHaveProperty('retries');
    const [first, second] = [await retry(id), await retry(id)];
    const after = (await client.get(`/tasks/${id}`)).body.data;
    expect(after).toEqual({ ...before, retries: expect.any(Array) as unknown });
    expect(new Set(after['retries'] as string[])).toEqual(new Set([first.id, second.id]));
  });

  test('passes on input, languages, file name, metadata, webhook and storage time', async () => {
    const id = await failed();
    const { input, filename, metadata, webhook_url } = (await client.get(`/tasks/${id}`)).body.data;
    const task = await retry(id);
    expect(task).toMatchObject({ input, filename, metadata, webhook_url });
    expect((await gateway.stores.tasks.find(task.id))?.ttl).toBe(7);
  });

  test('takes another prompt, options, webhook, storage time, ceiling and deadline', async () => {
    const id = await failed();
    const body = {
      prompt: 'New',
      options: { again: { model: 'm', prompt: null } },
      webhook_url: 'https://example.com/b',
      ttl: 2,
    };
    const task = await retry(id, { ...body, max_cost: 5, timeout: 90 });
    expect(task).toMatchObject({
      webhook_url: 'https://example.com/b',
      input: { prompt: 'New' },
      cost: { max: 5 },
    });
    expect(task.steps[2]?.options).toEqual({ prompt: 'Own', model: 'm' });
    const stored = await gateway.stores.tasks.find(task.id);
    expect(stored?.ttl).toBe(2);
    expect((stored?.deadline_at.getTime() ?? 0) - (stored?.created_at.getTime() ?? 0)).toBe(90_000);
  });

  test('reserves money only for what runs, by the lengths that are known', async () => {
    const id = await failed();
    // Two llm steps: the first over 5 characters, the other over as many as the task has.
    expect((await retry(id)).cost).toEqual({ reserved: 0.4005, charged: 0 });
  });

  test('of which nothing was done is run as a whole', async () => {
    const { id } = await client.create('/tasks', chain);
    await endTask(gateway.stores, id, {
      status: 'failed',
      steps: {
        depersonalize: { status: 'skipped' },
        llm: { status: 'skipped' },
        again: { status: 'skipped' },
      },
    });
    expect(statuses(await retry(id))).toEqual(['depersonalize queued', 'llm waiting', 'again waiting']);
  });
});

describe('a completed task', () => {
  const complete = async (): Promise<string> => {
    const { id } = await client.create('/tasks', chain);
    await endTask(gateway.stores, id, { steps: { depersonalize: kept, llm: kept, again: kept } });
    return id;
  };

  test('needs from, and runs these steps with all below', async () => {
    const id = await complete();
    expect(await refusal(id, {})).toBe('400 VALIDATION_ERROR from');
    expect(statuses(await retry(id, { from: ['llm'] }))).toEqual([
      'depersonalize completed reused',
      'llm queued',
      'again waiting',
    ]);
  });

  test('is retried from a step of a retry, too', async () => {
    const first = await retry(await complete(), { from: ['again'] });
    await endTask(gateway.stores, first.id, { steps: { depersonalize: kept, llm: kept, again: kept } });
    const second = await retry(first.id, { from: ['again'] });
    expect(second.retry_of).toBe(first.id);
    expect(statuses(second)).toEqual([
      'depersonalize completed reused',
      'llm completed reused',
      'again queued',
    ]);
  });

  test('runs a source again whose media is gone and needed', async () => {
    const { id } = await client.create('/transcode', { url: 'https://example.com/a.mp3' });
    const media = {
      blob: `tasks/${id}/transcode/1/audio.mp3`,
      content_type: 'audio/mpeg',
      size: 3,
      duration: 60,
    };
    await endTask(gateway.stores, id, {
      steps: { fetch: { output: text }, transcode: { output: text, media } },
    });
    expect(statuses(await retry(id, { from: ['transcode'] }))).toEqual(['fetch queued', 'transcode waiting']);
  });
});

test('files of kept steps are copied: each task has its own', async () => {
  const { id } = await client.create('/transcode', { url: 'https://example.com/a.mp3' });
  const key = (taskId: string): string => stepBlobKey({ taskId, stepId: 'fetch', attempt: 2 }, 'source');
  await gateway.blobs.put(key(id), Buffer.from('abc'));
  const media = { blob: key(id), content_type: 'audio/mpeg', size: 3, duration: 60 };
  await endTask(gateway.stores, id, {
    status: 'failed',
    steps: { fetch: { status: 'completed', attempt: 2, output: { inline: '{}' }, media } },
    set: { stored_bytes: 3 },
  });
  const task = await retry(id);
  expect(statuses(task)).toEqual(['fetch completed reused', 'transcode queued']);
  await gateway.blobs.deletePrefix(`tasks/${id}/`);
  expect(await gateway.blobs.stat(key(task.id))).toEqual({ size: 3 });
  expect(await gateway.stores.tasks.find(task.id)).toMatchObject({
    stored_bytes: 3,
    steps: [{ media: { blob: key(task.id) } }, {}],
  });
});

describe('refused', () => {
  test('is a pending task', async () => {
    const { id } = await client.create('/tasks', chain);
    expect(await refusal(id, {})).toBe('409 TASK_NOT_RETRYABLE');
  });

  test('is a task whose data is gone', async () => {
    const id = await failed();
    const { rev = 0 } = (await gateway.stores.tasks.find(id)) ?? {};
    await gateway.stores.tasks.update(id, rev, { set: { expires_at: new Date(1) } });
    expect(await refusal(id, {})).toBe('410 TASK_EXPIRED');
  });

  test('is a task whose files are gone, and nothing is stored or reserved', async () => {
    const own = await gateway.newClient();
    const { id } = await own.create('/tasks', chain);
    const blob = stepBlobKey({ taskId: id, stepId: 'depersonalize', attempt: 1 }, 'text');
    await endTask(gateway.stores, id, {
      status: 'failed',
      steps: { depersonalize: { status: 'completed', output: { blob, size: 9 }, text } },
    });
    const before = (await own.get('/balance')).text;
    expect(await refusal(id, {}, own)).toBe('410 TASK_EXPIRED');
    expect((await own.get('/balance')).text).toBe(before);
    expect((await own.get('/tasks')).body.data).toMatchObject({ pagination: { total: 1 } });
  });

  test('is a task of another account, as if it did not exist', async () => {
    const other = await gateway.newClient();
    expect(await refusal(await failed(), {}, other)).toBe('404 TASK_NOT_FOUND');
    expect(await refusal(crypto.randomUUID(), {}, other)).toBe('404 TASK_NOT_FOUND');
    expect(await refusal('x', {}, other)).toBe('400 INVALID_TASK_ID');
  });

  test.each<[string, object, string]>([
    ['an empty from', { from: [] }, 'from'],
    ['a from that is no list', { from: 'llm' }, 'from'],
    ['unknown steps', { from: ['llm', 'nope'] }, 'from[1]'],
    ['the same step twice', { from: ['llm', 'llm'] }, 'from[1]'],
    ['too many steps', { from: Array(21).fill('llm') }, 'from'],
    ['options of a kept step', { options: { depersonalize: { mode: 'blind' } } }, 'options.depersonalize'],
    ['options of an unknown step', { options: { nope: {} } }, 'options.nope'],
    ['options that are no object', { options: { llm: 3 } }, 'options.llm'],
    ['options of too many steps', { options: Object.fromEntries(many) as object }, 'options'],
    ['an unknown option', { options: { llm: { colour: 1 } } }, 'options.llm.colour'],
    ['an option of a wrong type', { options: { again: { temperature: 'x' } } }, 'options.again.temperature'],
    ['an unknown template', { options: { llm: { template: 'x' } } }, 'options.llm.template'],
    ['too long a prompt', { prompt: 'x'.repeat(10_001) }, 'prompt'],
    ['wrong limits', { ttl: 25, timeout: 5, max_cost: -1 }, 'timeout,ttl,max_cost'],
    ['a ceiling below the price', { max_cost: 0.4 }, 'max_cost'],
    ['a hostile key', JSON.parse('{"options":{"__proto__":{"x":1}}}') as object, 'options.__proto__'],
  ])('are %s', async (_, body, fields) => {
    const answer = await client.post(`/tasks/${await failed()}/retry`, JSON.stringify(body));
    expect(answer.status).toBe(400);
    const found = answer.body.errors.map(({ field }) => field);
    expect(found.sort()).toEqual(fields.split(',').sort());
  });

  test('is a retry whose own ceiling is inherited and too low', async () => {
    const id = await failed({ max_cost: 5 });
    const { rev = 0, cost } = (await gateway.stores.tasks.find(id)) ?? {};
    if (cost) await gateway.stores.tasks.update(id, rev, { set: { cost: { ...cost, max: toUnits(0.2) } } });
    expect(await refusal(id, {})).toBe('400 VALIDATION_ERROR max_cost');
    expect(await refusal(id, { max_cost: 1 })).toBe('201');
  });

  test('is a retry that the balance does not cover', async () => {
    const poor = await gateway.newClient({ credits: 0.75 });
    const id = await failed({}, poor);
    expect(await refusal(id, {}, poor)).toBe('402 INSUFFICIENT_BALANCE');
  });
});

test('an engine is needed only for the steps that run', async () => {
  const without = await startTestGateway({ kinds: ['llm'] });
  try {
    const own = await without.newClient();
    const { id } = await own.create('/tasks', { input: 'x', prompt: 'p', steps: [{ name: 'llm' }] });
    await endTask(without.stores, id, { status: 'failed' });
    const task = await without.stores.tasks.find(id);
    const [llm] = task?.steps ?? [];
    if (!task || !llm) throw new Error('there is no task');
    const first = {
      ...llm,
      id: 'pii',
      name: 'depersonalize' as const,
      status: 'completed' as const,
      ...kept,
    };
    const steps = [first, { ...llm, depends_on: ['pii'] }];
    const made = crypto.randomUUID();
    await without.stores.tasks.insert({ ...task, id: made, steps });
    expect(summarize(await own.post(`/tasks/${made}/retry`, {}))).toBe('201');
    expect(summarize(await own.post(`/tasks/${made}/retry`, { from: ['pii'] }))).toBe('502 UPSTREAM_ERROR');
  } finally {
    await without.stop();
  }
});

test('a repeated request with the same key makes one retry', async () => {
  const id = await failed();
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const first = await client.post(`/tasks/${id}/retry`, {}, headers);
  const again = await client.post(`/tasks/${id}/retry`, {}, headers);
  expect(again.text).toBe(first.text);
  expect((await client.get(`/tasks/${id}`)).body.data['retries']).toHaveLength(1);
});
