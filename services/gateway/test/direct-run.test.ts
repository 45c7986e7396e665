import {
  reviveTask,
  signalTopics,
  type MessageBodies,
  type SignalBodies,
  type StepRun,
  type Task,
} from '@medley/contracts';
import type { PublishOutcome } from '@medley/broker';
import { overlay, until } from '@medley/testing';
import { endTask, startTestGateway, type TestGateway, type TestResponse } from '@medley/testing/gateway';

type Submitted = MessageBodies['task.submitted'];

let gateway: TestGateway;
let submitted: Submitted[];
let runs: StepRun[];
/** The tasks that the gateway says it has sent to a worker. */
let sent: Task[];
/** The outcome of the next publishes of a step. */
let outcome: PublishOutcome | null;

beforeAll(async () => {
  gateway = await startTestGateway({
    dependencies: ({ broker }) => ({
      broker: overlay(broker, {
        publish: (name, body, options) =>
          name === 'step.run' && outcome ? Promise.resolve(outcome) : broker.publish(name, body, options),
      }),
    }),
  });
  const { broker } = gateway;
  await broker.consume(
    'orchestrator',
    { 'task.submitted': (body) => void submitted.push(body) },
    { prefetch: 10 },
  );
  await broker.consume('steps.depersonalize', { 'step.run': (run) => void runs.push(run) }, { prefetch: 10 });
  const listener = await broker.listen(({ name, body }) => {
    if (name === 'task.sent') sent.push(reviveTask((body as SignalBodies['task.sent']).task));
  });
  await listener.bind(signalTopics.taskSent);
});
beforeEach(() => {
  [submitted, runs, sent, outcome] = [[], [], [], null];
});
afterAll(() => gateway.stop());

/** Creates a task and ends it once a worker or the orchestrator has been told of it. */
async function create(
  body: Record<string, unknown>,
  { path = '/pii', prefer = 'wait=60' } = {},
): Promise<TestResponse> {
  // A new account: after a burst, the tasks of one await its turn.
  const client = await gateway.newClient();
  const answer = client.post(path, body, prefer === '' ? {} : { Prefer: prefer });
  await until(() => submitted.length + runs.length === 1);
  const id = [...submitted, ...runs][0]?.task_id ?? '';
  await endTask(gateway.stores, id);
  const ended = { task_id: id, seq: 2, type: 'task.completed' } as const;
  gateway.broker.signal('task.event', signalTopics.taskEvent(id, 'task.completed'), ended);
  return answer;
}

test('the only step of a short text goes to its worker at once when the client waits, and the orchestrator knows', async () => {
  const { body } = await create({ input: 'x', language: 'en' });
  await until(() => sent.length === 1);
  const [task_id, step_id] = [body.data['id'], (body.data['steps'] as { id: string }[])[0]?.id];
  expect(runs).toEqual([
    expect.objectContaining({
      ...{ task_id, step_id, kind: 'depersonalize', attempt: 1, input: { text: { inline: 'x' } } },
      sent_at: expect.any(String) as string,
    }),
  ]);
  expect(submitted).toEqual([]);
  expect(sent).toEqual([
    expect.objectContaining({ id: task_id, rev: 1, created_at: expect.any(Date) as Date }),
  ]);
});

const longList = Array.from({ length: 50 }, (_, index) => `${index}${'y'.repeat(190)}`);
const two = ['a', 'b'].map((id) => ({ id, name: 'depersonalize' }));
test.each<[string, Record<string, unknown>, Parameters<typeof create>[1]]>([
  ['nobody waits', { input: 'x' }, { prefer: '' }],
  ['the text is long', { input: 'x'.repeat(8_193) }, {}],
  ['the options are long', { input: 'x', deny_list: longList }, {}],
  ['there are several', { input: 'x', steps: two }, { path: '/tasks' }],
])('the orchestrator publishes the first step when %s', async (_case, body, options) => {
  await create(body, options);
  expect(submitted).toEqual([{ task_id: expect.any(String) as string }]);
  expect([runs, sent]).toEqual([[], []]);
});

test('the orchestrator publishes the step when the broker has not taken it', async () => {
  outcome = 'unknown';
  const { body } = await create({ input: 'x' });
  expect(submitted).toEqual([{ task_id: body.data['id'] }]);
  expect(runs).toEqual([]);
});
