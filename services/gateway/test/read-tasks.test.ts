import { until } from '@medley/testing';
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
});
beforeEach(async () => {
  client = await gateway.newClient();
});
afterAll(() => gateway.stop());

interface Listing {
  items: { id: string; status: string }[];
  pagination: { total: number; limit: number; offset: number };
}
const list = async (query = ''): Promise<Listing> => (await client.get(`/tasks${query}`)).body.data as never;

describe('the list of tasks', () => {
  test('is sorted newest first, paged, and filtered by status', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 4; index += 1) ids.unshift((await client.create('/pii', { input: 'x' })).id);
    await endTask(gateway.stores, ids[1] ?? '');
    await endTask(gateway.stores, ids[2] ?? '', { status: 'failed' });

    expect((await list()).items.map(({ id }) => id)).toEqual(ids);
    expect((await list('?limit=2&offset=1')).items.map(({ id }) => id)).toEqual(ids.slice(1, 3));
    expect(await list('?status=completed')).toMatchObject({
      items: [{ id: ids[1], status: 'completed' }],
      pagination: { total: 1, limit: 20, offset: 0 },
    });
    expect((await list('?status=pending')).pagination.total).toBe(2);
    expect((await list('?offset=100')).items).toEqual([]);
  });

  test('has no input, and outputs only when requested', async () => {
    const secret = { input: 'secret', filename: 'a.txt', steps: [{ name: 'depersonalize' }] };
    const [done, open] = [await client.create('/tasks', secret), await client.create('/tasks', secret)];
    await endTask(gateway.stores, done.id, {
      steps: { depersonalize: { output: { inline: '{"text":"x"}' } } },
    });

    const { text, body } = await client.get('/tasks');
    expect(text).not.toMatch(/"(input|output|output_omitted)":/);
    const [, item] = (body.data as unknown as Listing).items;
    const whole = (await client.get(`/tasks/${done.id}`)).body.data;
    expect({ ...item, input: whole['input'], output: whole['output'] }).toEqual(whole);

    const items = (await list('?include=output')).items;
    expect(items).toMatchObject([
      { id: open.id, output: null },
      { id: done.id, output: { depersonalize: { text: 'x' } } },
    ]);
    expect(items[0]).not.toHaveProperty('input');
    await client.send('DELETE', `/tasks/${done.id}`);
    expect((await list('?include=output')).items[1]).toMatchObject({
      id: done.id,
      expired: true,
      output: null,
    });
  });

  test('omits options of steps that are larger than 2 KiB', async () => {
    const steps = ['short', 'x'.repeat(2 * 1024)].map((prompt, index) => {
      return { id: `s${index}`, name: 'llm', options: { prompt } };
    });
    const { id } = await client.create('/tasks', { input: 'x', steps });
    const [item] = (await list()).items as unknown as { id: string; steps: { options?: object }[] }[];
    expect(item?.id).toBe(id);
    expect(item?.steps.map(({ options }) => options)).toEqual([{ prompt: 'short' }, undefined]);
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=101', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=1e1', 'limit'],
    ['limit=0x10', 'limit'],
    ['limit=10abc', 'limit'],
    ['limit=%205', 'limit'],
    ['limit=%2B5', 'limit'],
    ['limit=', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['limit[$gt]=1', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=9007199254740993', 'offset'],
    ['offset=x&limit=x', 'limit,offset'],
    ['status=done', 'status'],
    ['status[$ne]=x', 'status'],
    ['include=', 'include'],
    ['include=input', 'include'],
    ['include=output,input', 'include'],
    ['include=output&include=output', 'include'],
  ])('refuses ?%s', async (query, fields) => {
    expect(summarize(await client.get(`/tasks?${query}`))).toBe(`400 VALIDATION_ERROR ${fields}`);
  });

  test.each(['limit=1', 'limit=100', 'offset=0', 'offset=2147483647', 'other=x'])(
    'takes ?%s',
    async (query) => {
      expect((await client.get(`/tasks?${query}`)).status).toBe(200);
    },
  );
});

describe('a request', () => {
  /** Waits until a message about the task has followed the act; returns the ids of all messages. */
  const received = async (
    name: 'task.requested' | 'task.finished',
    id: string,
    act: () => Promise<unknown>,
  ): Promise<string[]> => {
    const ids: string[] = [];
    const queue = name === 'task.requested' ? 'orchestrator' : 'webhooks';
    const consumer = await gateway.broker.consume(
      queue,
      {
        'task.submitted': () => Promise.resolve(),
        [name]: ({ task_id }: { task_id: string }) => Promise.resolve(void ids.push(task_id)),
      },
      { prefetch: 10 },
    );
    await act();
    await until(() => ids.includes(id));
    await consumer.stop();
    return ids;
  };

  test('to cancel is stored and published', async () => {
    const { id } = await client.create('/pii', { input: 'x' });
    const published = await received('task.requested', id, async () => {
      expect((await client.post(`/tasks/${id}/cancel`)).status).toBe(202);
    });
    expect(published).toContain(id);
    expect((await gateway.stores.tasks.find(id))?.cancel_requested_at).toBeInstanceOf(Date);
  });

  test.each(['completed', 'failed'] as const)('to cancel a %s task is a conflict', async (status) => {
    const { id } = await client.create('/pii', { input: 'x' });
    await endTask(gateway.stores, id, { status });
    expect(summarize(await client.post(`/tasks/${id}/cancel`))).toBe('409 TASK_NOT_CANCELABLE');
  });

  test('to delete hides the data at once', async () => {
    const { id } = await client.create('/pii', { input: 'secret', metadata: [{ key: 'a', value: 'b' }] });
    await endTask(gateway.stores, id, {
      steps: { depersonalize: { output: { inline: '{"text":"secret"}' } } },
    });
    expect((await client.get(`/tasks/${id}`)).body.data['output']).toEqual({
      depersonalize: { text: 'secret' },
    });

    const gone = await client.send('DELETE', `/tasks/${id}`);
    expect(gone.status).toBe(200);
    expect(gone.body.data).toMatchObject({
      id,
      expired: true,
      input: null,
      output: null,
      status: 'completed',
    });
    expect(gone.text).not.toContain('secret');
  });

  test('to redeliver is accepted for an existing delivery', async () => {
    const { id } = await client.create('/pii', { input: 'x', webhook_url: 'https://example.com/h' });
    expect((await client.get(`/tasks/${id}/webhooks`)).body.data).toEqual({ items: [] });
    const delivery = {
      id: crypto.randomUUID(),
      event: 'task.completed' as const,
      url: 'https://example.com/h',
      state: 'failed' as const,
      created_at: new Date(),
      next_attempt_at: null,
      manual_requested_at: null,
      attempts: [],
      body: null,
    };
    await endTask(gateway.stores, id, { set: { delivery } });
    const { items } = (await client.get(`/tasks/${id}/webhooks`)).body.data as { items: unknown[] };
    expect(items).toEqual([
      {
        id: delivery.id,
        task_id: id,
        event: 'task.completed',
        url: delivery.url,
        status: 'failed',
        created_at: expect.any(String),
        next_attempt_at: null,
        attempts_total: 0,
        attempts: [],
      },
    ]);

    const published = await received('task.finished', id, async () => {
      const answer = await client.post(`/tasks/${id}/webhooks/${delivery.id.toUpperCase()}/redeliver`);
      expect([answer.status, answer.body.data['id']]).toEqual([202, delivery.id]);
    });
    expect(published).toContain(id);
    const other = `/tasks/${id}/webhooks/${crypto.randomUUID()}/redeliver`;
    expect(summarize(await client.post(other))).toBe('404 NOT_FOUND');
  });
});
