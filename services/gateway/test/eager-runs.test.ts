import {
  signalTopics,
  type MessageBodies,
  type SignalBodies,
  type StepFinished,
  type StepRun,
  type StepSuccess,
} from '@medley/contracts';
import { until } from '@medley/testing';
import { endTask, startTestGateway, type TestClient, type TestGateway } from '@medley/testing/gateway';

/** Two gateways: of one the workers count as in the same process, and it waits for them as long as it takes. */
let patient: TestGateway;
/** It hardly waits for the workers, which are elsewhere. */
let hasty: TestGateway;

type Offer = StepRun & { reply_to: string; topic: string };

const messages: { name: string; body: { task_id: string } }[] = [];
/** The steps that the gateway has offered. */
let runs: Offer[] = [];
/** What the worker makes of a step; null: it does not reply. */
let reply: ((run: StepRun) => StepFinished | null) | null = null;

async function startGateway(
  waitMs: number,
  { sharesProcess, pauseMs = 0 }: { sharesProcess: boolean; pauseMs?: number },
): Promise<TestGateway> {
  const gateway = await startTestGateway({
    kinds: [],
    dependencies: () => ({
      sharesProcess,
      eagerLimits: { waitMs, waitHereMs: waitMs, awaitedTasksMax: 2, pauseMs },
    }),
  });
  const { broker } = gateway;
  const note = (name: string) => (body: { task_id: string }) => void messages.push({ name, body });
  const noted = { 'task.submitted': note('task.submitted'), 'step.finished': note('step.finished') };
  await broker.consume('orchestrator', noted, { prefetch: 10 });
  await broker.consume('webhooks', { 'task.finished': note('task.finished') }, { prefetch: 10 });
  const listener = await broker.listen(({ name, topic, body }) => {
    if (name !== 'step.offered') return;
    const { run, reply_to } = body as SignalBodies['step.offered'];
    runs.push({ ...run, reply_to, topic });
    const report = reply?.(run);
    if (report) broker.signal('step.replied', reply_to, report);
  });
  await listener.bind('offers.#');
  for (const kind of ['depersonalize', 'restore'] as const) gateway.announce(kind, { takes_offers: true });
  return gateway;
}

beforeAll(async () => {
  [patient, hasty] = await Promise.all([
    startGateway(100_000, { sharesProcess: true }),
    startGateway(1, { sharesProcess: false }),
  ]);
});
beforeEach(() => {
  messages.length = 0;
  [runs, reply] = [[], complete];
});
afterAll(() => Promise.all([patient.stop(), hasty.stop()]));

const success = (text: string): StepSuccess => ({
  outcome: 'completed',
  output: { inline: JSON.stringify({ text }) },
  text: { inline: text },
  media: null,
  mapping: { inline: '{}' },
  usage: { characters: 1 },
});

/** As a worker that completes the step and all that follow. */
function complete({ task_id, step_id, attempt, following = [] }: StepRun): StepFinished {
  return {
    ...{ task_id, step_id, attempt, elapsed_ms: 1, worker: 'pii-test' },
    ...success('done'),
    following: following.map((next) => ({
      ...{ step_id: next.step_id, attempt: 1, elapsed_ms: 1 },
      ...success(`${next.step_id} done`),
    })),
  };
}

const fail = ({ task_id, step_id, attempt }: StepRun): StepFinished => ({
  ...{ task_id, step_id, attempt, elapsed_ms: 1, outcome: 'failed' },
  error: { code: 'INTERNAL_ERROR', message: 'no', retryable: true },
});

const waiting = { Prefer: 'wait=60' };
const chain = {
  input: 'x',
  steps: ['a', 'b', 'c'].map((id) => ({ id, name: 'depersonalize' })),
};
const namesOf = (id: unknown): string[] =>
  messages.filter(({ body }) => body.task_id === id).map(({ name }) => name);
const moneyOf = async (client: TestClient): Promise<unknown> => (await client.get('/balance')).body.data;

test('a task whose steps complete in time is stored once, ended and charged, and no orchestrator is needed', async () => {
  const client = await patient.newClient({ credits: 1 });
  const { status, body } = await client.post('/tasks', chain, waiting);
  expect(status).toBe(201);
  expect(body.data).toMatchObject({ status: 'completed', progress: 1, output: { c: { text: 'c done' } } });
  expect(body.data['cost']).toMatchObject({ charged: 0.1503 });
  const id = body.data['id'] as string;
  expect(await patient.stores.tasks.find(id)).toMatchObject({ rev: 1, cost: { settled: true } });
  expect((await client.get(`/tasks/${id}`)).body.data).toMatchObject({ status: 'completed' });
  expect(await moneyOf(client)).toMatchObject({ balance: 0.8497, reserved: 0, charged: 0.1503 });
  expect(runs.map(({ topic }) => topic)).toEqual([
    signalTopics.stepOffered('depersonalize', 'depersonalize-test'),
  ]);
  expect(namesOf(id)).toEqual([]);
});

test('its events tell the whole story, in the order of their times', async () => {
  const client = await patient.newClient();
  const { body } = await client.post('/tasks', chain, waiting);
  const { events = [], created_at } = (await patient.stores.tasks.find(body.data['id'] as string)) ?? {};
  expect(events.map(({ type, step_id }) => `${type} ${step_id ?? ''}`.trim())).toEqual([
    'step.queued a',
    'step.started a',
    'step.completed a',
    'step.queued b',
    'step.started b',
    'step.completed b',
    'step.queued c',
    'step.started c',
    'step.completed c',
    'task.completed',
  ]);
  const times = events.map(({ at }) => at.getTime());
  expect(times).toEqual([...times].sort((one, other) => one - other));
  expect(times[0]).toBeGreaterThanOrEqual(created_at?.getTime() ?? Infinity);
});

test('a client that does not wait gets a pending task, which has ended when it looks', async () => {
  const client = await patient.newClient();
  const { body } = await client.post('/pii', { input: 'x' });
  expect(body.data).toMatchObject({ status: 'pending', progress: 0 });
  const { data } = (await client.get(`/tasks/${String(body.data['id'])}`)).body;
  expect(data).toMatchObject({ status: 'completed', output: { depersonalize: { text: 'done' } } });
});

test('the tasks of a batch run at once and are charged in one write', async () => {
  const client = await patient.newClient({ credits: 10 });
  const { body } = await client.post('/tasks/batch', { tasks: Array.from({ length: 20 }, () => chain) });
  expect(body.data['summary']).toEqual({ total: 20, succeeded: 20, failed: 0 });
  expect(await moneyOf(client)).toMatchObject({ reserved: 0, charged: 3.006 });
});

test('its webhook is due, and the dispatcher is woken', async () => {
  const client = await patient.newClient();
  const { body } = await client.post(
    '/pii',
    { input: 'x', webhook_url: 'https://example.com/hook' },
    waiting,
  );
  const id = body.data['id'] as string;
  await until(() => namesOf(id).length > 0);
  expect(namesOf(id)).toEqual(['task.finished']);
  const task = await patient.stores.tasks.find(id);
  expect(task?.delivery).toMatchObject({ state: 'pending', event: 'task.completed' });
  expect(task?.delivery?.next_attempt_at).toEqual(task?.completed_at);
});

test('a repeated request with the same key gets the same task, which ran once', async () => {
  const client = await patient.newClient();
  const headers = { ...waiting, 'Idempotency-Key': 'once' };
  const first = await client.post('/pii', { input: 'x' }, headers);
  const second = await client.post('/pii', { input: 'x' }, headers);
  expect(second.body.data).toMatchObject({ id: first.body.data['id'], status: 'completed' });
  expect(runs).toHaveLength(1);
});

test('a task whose worker does not reply in time is stored and submitted, and a later reply changes nothing', async () => {
  reply = null;
  const client = await hasty.newClient();
  const answer = client.post('/pii', { input: 'x' }, waiting);
  await until(() => messages.length === 1);
  const id = messages[0]?.body.task_id ?? '';
  expect(namesOf(id)).toEqual(['task.submitted']);
  const [offer] = runs;
  if (!offer) throw new Error('nothing was offered');
  hasty.broker.signal('step.replied', offer.reply_to, complete(offer));
  const state = { rev: 1, status: 'pending', steps: [{ status: 'queued', attempt: 1, output: null }] };
  expect(await hasty.stores.tasks.find(id)).toMatchObject(state);
  expect(await moneyOf(client)).toMatchObject({ reserved: 0.0501, charged: 0 });
  await endTask(hasty.stores, id);
  hasty.broker.signal('task.event', signalTopics.taskEvent(id, 'task.completed'), {
    ...{ task_id: id, seq: 2, type: 'task.completed' },
  });
  expect((await answer).body.data).toMatchObject({ id, status: 'completed' });
});

test('after a worker that did not reply in time the next tasks are stored before they run', async () => {
  reply = null;
  const gateway = await startGateway(1, { sharesProcess: true, pauseMs: 600_000 });
  try {
    const client = await gateway.newClient();
    await client.create('/pii', { input: 'x' });
    await client.create('/pii', { input: 'x' });
    await until(() => messages.length === 2);
    expect(runs).toHaveLength(1);
  } finally {
    await gateway.stop();
  }
});

test.each<[string, (run: StepRun) => StepFinished]>([
  ['failed', fail],
  ['did not run all steps', (run) => ({ ...complete(run), following: [] })],
  [
    'stored files',
    (run) => ({ ...complete(run), text: { blob: `tasks/${run.task_id}/a/1/text`, size: 1, characters: 1 } }),
  ],
])('a task whose worker %s is stored as it was, and submitted', async (_case, report) => {
  reply = report;
  const client = await patient.newClient();
  const { body } = await client.post('/tasks', chain);
  const id = body.data['id'] as string;
  await until(() => namesOf(id).length > 0);
  expect(namesOf(id)).toEqual(['task.submitted']);
  expect(await patient.stores.tasks.find(id)).toMatchObject({ status: 'pending', rev: 1 });
});

test('a reply that is malformed, or on another topic, is not believed', async () => {
  reply = null;
  const client = await patient.newClient();
  const answer = client.post('/pii', { input: 'x' }, waiting);
  await until(() => runs.length === 1);
  const [run] = runs;
  if (!run) throw new Error('nothing was offered');
  const forged = { ...complete(run), ...success('forged') };
  const { broker } = patient;
  broker.signal('step.replied', signalTopics.stepReplied('another'), forged);
  broker.signal('step.replied', run.reply_to, { ...forged, usage: { characters: -1 } });
  broker.signal('step.replied', run.reply_to, { ...forged, task_id: 'another' });
  broker.signal('step.replied', run.reply_to, complete(run));
  expect((await answer).body.data).toMatchObject({ output: { depersonalize: { text: 'done' } } });
});

const submitted: MessageBodies['task.submitted'] = { task_id: expect.any(String) as string };
const branches = [
  { id: 'a', name: 'depersonalize' },
  ...['b', 'c'].map((id) => ({ id, name: 'depersonalize', depends_on: ['a'] })),
];
const longList = Array.from({ length: 11 }, (_, index) => `${index}${'y'.repeat(190)}`);
test.each<[string, Record<string, unknown>]>([
  ['has a long text', { input: 'x'.repeat(2_001) }],
  ['has patterns of its own', { input: 'x', patterns: [{ type: 'CUSTOM_X', regex: 'y' }] }],
  ['has long options', { input: 'x', deny_list: longList }],
  ['branches', { input: 'x', steps: branches }],
])('a task that %s is stored before it runs', async (_case, body) => {
  const client = await patient.newClient();
  await client.create('steps' in body ? '/tasks' : '/pii', body);
  await until(() => messages.length === 1);
  expect(messages).toEqual([{ name: 'task.submitted', body: submitted }]);
  expect(runs).toEqual([]);
});

test('where the workers are elsewhere, a task runs before it is stored only for a client that waits', async () => {
  const client = await hasty.newClient();
  await client.create('/pii', { input: 'x' });
  await until(() => messages.length === 1);
  expect(messages).toEqual([{ name: 'task.submitted', body: submitted }]);
  expect(runs).toEqual([]);
});

/** Whether a step was offered before its task was stored. */
async function runsAtOnce(client: TestClient): Promise<boolean> {
  const before = runs.length;
  await client.create('/pii', { input: 'x' });
  return runs.length > before;
}

test.each([
  ['of an earlier version', {}],
  ['that is paused', { takes_offers: true, paused: true }],
])('nothing is offered to a worker %s', async (_case, facts) => {
  patient.announce('depersonalize', facts);
  const client = await patient.newClient();
  try {
    await until(async () => !(await runsAtOnce(client)));
    await until(() => messages.length > 0);
    expect(messages[0]?.name).toBe('task.submitted');
  } finally {
    patient.announce('depersonalize', { takes_offers: true });
    await until(() => runsAtOnce(client));
  }
});

test('a task that is refused for its price costs nothing, and the next one of the account is not run in vain', async () => {
  const client = await patient.newClient({ credits: 0.01 });
  expect((await client.post('/pii', { input: 'x' })).status).toBe(402);
  expect((await client.post('/pii', { input: 'x' })).status).toBe(402);
  expect(runs).toHaveLength(1);
  expect(await moneyOf(client)).toMatchObject({ balance: 0.01, reserved: 0, charged: 0 });
  expect((await client.get('/tasks')).body.data).toMatchObject({ pagination: { total: 0 } });
});

test('of one account only so many tasks run before they are stored, and others are not kept from it', async () => {
  reply = null;
  const [client, other] = await Promise.all([patient.newClient(), patient.newClient()]);
  const long = { input: 'x'.repeat(1_900) };
  const answers = Array.from({ length: 20 }, () => client.post('/pii', long));
  await until(() => runs.length + messages.length === 20);
  expect(runs.length * 1_900).toBeLessThan(32_768);
  expect(runs.length).toBeGreaterThan(10);
  const before = runs.length;
  const answer = other.post('/pii', long);
  await until(() => runs.length === before + 1);
  for (const run of runs) patient.broker.signal('step.replied', run.reply_to, complete(run));
  expect((await Promise.all([...answers, answer])).map(({ status }) => status)).toEqual(Array(21).fill(201));
});
