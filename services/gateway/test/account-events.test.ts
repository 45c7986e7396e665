import {
  endTask,
  startTestGateway,
  summarize,
  type TestClient,
  type TestGateway,
} from '@medley/testing/gateway';
import { openEventStream, type OpenStream } from './open-event-stream';
import { publishEvent } from './publish-event';

let gateway: TestGateway;
let client: TestClient;
const streams: OpenStream[] = [];

beforeAll(async () => {
  gateway = await startTestGateway();
});
beforeEach(async () => {
  client = await gateway.newClient();
});
afterEach(() => streams.splice(0).forEach((stream) => stream.close()));
afterAll(() => gateway.stop());

async function open(query = '', last?: string, of = client): Promise<OpenStream> {
  const stream = await openEventStream(of, { path: `/events${query}`, ...(last && { last }) });
  streams.push(stream);
  return stream;
}

/** `event task` of the next events. */
async function take(stream: OpenStream, count: number): Promise<{ names: string[]; ids: string[] }> {
  const names: string[] = [];
  const ids: string[] = [];
  for (let left = count; left > 0; left -= 1) {
    const { event, rawId, data } = await stream.next();
    names.push(`${event} ${String(data['task_id'])}`);
    ids.push(rawId);
  }
  return { names, ids };
}

/** A task that has run; its id. */
async function run(of = client): Promise<string> {
  const { id } = await of.create('/pii', { input: 'x', metadata: [{ key: 'order', value: '7' }] });
  await publishEvent(gateway, id, 'step.started');
  await publishEvent(gateway, id, 'step.completed');
  await endTask(gateway.stores, id);
  return id;
}

const namesOf = (id: string): string[] =>
  ['task.created', 'step.queued', 'step.started', 'step.completed', 'task.completed'].map(
    (name) => `${name} ${id}`,
  );

test('one stream has the events of all tasks of the account in order, and none of others', async () => {
  const stream = await open();
  const other = await gateway.newClient();
  const strangers = await run(other);
  const first = await run();
  const second = await run();
  const { names } = await take(stream, 10);
  expect(names.filter((name) => name.includes(first))).toEqual(namesOf(first));
  expect(names.filter((name) => name.includes(second))).toEqual(namesOf(second));
  expect(names.join()).not.toContain(strangers);
});

test('the end of a task has the task of the webhook, its beginning the steps and metadata', async () => {
  const stream = await open('?types=task.created,task.completed');
  const id = await run();
  const created = await stream.next();
  expect(created.data).toMatchObject({
    task_id: id,
    status: 'pending',
    steps: [{ id: 'depersonalize', name: 'depersonalize', depends_on: [] }],
    metadata: [{ key: 'order', value: '7' }],
  });
  const ended = await stream.next();
  const task = await gateway.stores.tasks.find(id);
  const webhook = task && (JSON.parse(await gateway.views.webhookBody(task, new Date())) as { task: object });
  expect([ended.event, ended.data['task']]).toEqual(['task.completed', webhook?.task]);
});

test('types narrows the stream', async () => {
  const stream = await open('?types=task.completed');
  const ids = [await run(), await run()];
  const { names } = await take(stream, 2);
  expect(names.sort()).toEqual(ids.map((id) => `task.completed ${id}`).sort());
});

test('Last-Event-ID resumes with every later event once, also what happened in between', async () => {
  const stream = await open();
  const id = await run();
  const { ids } = await take(stream, 5);
  stream.close();
  const missed = await run();
  for (const [index, last] of ids.entries()) {
    const resumed = await open('', last);
    const { names } = await take(resumed, 4 - index + 5);
    expect(names).toEqual([...namesOf(id).slice(index + 1), ...namesOf(missed)]);
    resumed.close();
  }
});

test('an id older than 10 minutes resumes 10 minutes ago', async () => {
  const id = await run();
  const long = `${Date.now() - 3_600_000}-1-${id}`;
  expect((await take(await open('', long), 5)).names).toEqual(namesOf(id));
});

test.each(['', 'x', '5', `1-1-x`, `${'9'.repeat(15)}-1-${'a'.repeat(500)}`, '../../etc'])(
  'the id %.20j, which is none of the stream, begins it now',
  async (last) => {
    await run();
    const stream = await open('', last);
    const id = await run();
    expect((await take(stream, 5)).names).toEqual(namesOf(id));
  },
);

test.each(['types=', 'types=task.snapshot', 'types=task.created,,', 'types=task.created&types=step.failed'])(
  'the query %s is refused',
  async (query) => {
    expect(summarize(await client.get(`/events?${query}`))).toBe('400 VALIDATION_ERROR types');
  },
);

test('streams of an account count as the streams of its tasks', async () => {
  const few = await gateway.newClient({ tariff: 'free' });
  const { id } = await few.create('/pii', { input: 'x' });
  for (let count = 0; count < 3; count += 1) await open('', undefined, few);
  for (let count = 0; count < 2; count += 1) streams.push(await openEventStream(few, id));
  expect(summarize(await few.get('/events'))).toBe('429 RATE_LIMIT_EXCEEDED');
  expect(summarize(await few.get(`/tasks/${id}/events`))).toBe('429 RATE_LIMIT_EXCEEDED');
});
