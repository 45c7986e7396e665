import { randomBytes, randomUUID } from 'node:crypto';
import { connectAmqpBroker } from '@medley/broker';
import { createLogger, productVersion } from '@medley/kit';
import { makeWav, serveBytes, until } from '@medley/testing';
import { amqpUrl, describeWithAmqp } from '@medley/testing/broker';
import { type AllInOne, Api, startAllInOne } from '@medley/testing/system';

const OPERATOR_KEY = randomBytes(32).toString('base64url');

interface Kind {
  kind: string;
  waiting: number;
  running: number;
  queued_messages: number;
  paused_workers: number;
}

interface Letter {
  id: string;
  reason: string;
  queue: string;
  message: string;
  task_id: string;
}

function operatorOf(medley: AllInOne): Api {
  return new Api(medley.api.url, OPERATOR_KEY);
}

async function itemsOf<T>(operator: Api, path: string): Promise<T[]> {
  return ((await operator.call('GET', `/operator/${path}`)).body.data as { items: T[] }).items;
}

async function kindOf(operator: Api): Promise<Kind> {
  const kind = (await itemsOf<Kind>(operator, 'kinds')).find((one) => one.kind === 'depersonalize');
  if (!kind) throw new Error('the kind is not listed');
  return kind;
}

describe('a paused kind on the embedded broker', () => pausedKind({}));
describeWithAmqp('a paused kind on RabbitMQ', () => pausedKind({ AMQP_URL: amqpUrl }));

function pausedKind(backends: Record<string, string>): void {
  let medley: AllInOne;
  let source: Awaited<ReturnType<typeof serveBytes>>;

  beforeAll(async () => {
    source = await serveBytes({ '/a.wav': makeWav(1) });
    medley = await startAllInOne({ OPERATOR_KEY, AMQP_PREFIX: `t${randomUUID().slice(0, 8)}`, ...backends });
  });
  afterAll(async () => {
    await medley.stop();
    await source.stop();
  });

  /** Other kinds of steps go on, and whatever was sent before has been delivered by then. */
  async function runAnotherKind(): Promise<void> {
    const { id } = await medley.api.create('/tasks', {
      url: `${source.url}/a.wav`,
      steps: [{ name: 'fetch' }],
    });
    expect((await medley.api.ended(id)).status).toBe('completed');
  }

  async function statusOf(id: string): Promise<string | undefined> {
    return (await medley.api.task(id)).steps[0]?.status;
  }

  it('takes no step, also by a worker that starts later, until it is resumed', async () => {
    const operator = operatorOf(medley);
    await operator.call('POST', '/operator/kinds/depersonalize/pause');
    await until(async () => (await kindOf(operator)).paused_workers === 1);

    const { id } = await medley.api.create('/pii', { input: 'Позвоните Ивану Петрову.' });
    await until(async () => (await kindOf(operator)).queued_messages === 1);
    await runAnotherKind();
    expect(await statusOf(id)).toBe('queued');
    await until(async () => (await kindOf(operator)).waiting === 1);
    expect(await kindOf(operator)).toMatchObject({ running: 0, queued_messages: 1 });

    await medley.program.end('SIGTERM');
    medley = await medley.again();
    const { steps } = (await medley.api.call('GET', '/steps')).body.data as {
      steps: { name: string; available: boolean; reason: string | null }[];
    };
    const { available, reason } = steps.find(({ name }) => name === 'depersonalize') ?? {};
    expect([available, reason]).toEqual([false, 'paused by the operator']);
    await until(async () => (await kindOf(operator)).paused_workers === 1);
    await runAnotherKind();
    expect(await statusOf(id)).toBe('queued');

    await operator.call('POST', '/operator/kinds/depersonalize/resume');
    expect((await medley.api.ended(id)).status).toBe('completed');
    expect((await medley.api.task(id)).steps[0]).toMatchObject({ attempt: 1 });
  });

  it('lists itself with its version among the processes', async () => {
    const operator = operatorOf(medley);
    const processes = (): Promise<{ ok: boolean }[]> => itemsOf(operator, 'processes');
    // Its health has a failed check for a moment when the machine is busy.
    await until(async () => {
      const listed = await processes();
      return listed.length === 1 && listed.every(({ ok }) => ok);
    });
    expect(await processes()).toMatchObject([{ service: 'medley', version: productVersion }]);
  });
}

describeWithAmqp('a dead letter on RabbitMQ', () => {
  it('is listed with its reason and task, and gone when it has been retried', async () => {
    const prefix = `t${randomUUID().slice(0, 8)}`;
    const medley = await startAllInOne({ OPERATOR_KEY, AMQP_URL: amqpUrl, AMQP_PREFIX: prefix });
    const logger = createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });
    const intruder = await connectAmqpBroker({ url: amqpUrl, prefix, logger, name: 'intruder' });
    try {
      const { id } = await medley.api.create('/pii', { input: 'a' });
      await medley.api.ended(id);
      const foreign = { blob: `tasks/${randomUUID()}/depersonalize/1/output`, size: 1 };
      await intruder.publish('step.finished', {
        ...{ task_id: id, step_id: 'depersonalize', attempt: 1, elapsed_ms: 1, outcome: 'completed' },
        ...{ output: foreign, text: null, media: null, mapping: null, usage: {} },
      });
      const operator = operatorOf(medley);
      const letters = (): Promise<Letter[]> => itemsOf<Letter>(operator, 'dead-letters');
      await until(async () => (await letters()).length > 0);
      const [letter] = await letters();
      expect(letter).toMatchObject({
        reason: 'rejected',
        queue: 'orchestrator',
        message: 'step.finished',
        task_id: id,
      });
      await operator.call('POST', `/operator/dead-letters/${letter?.id}/retry`);
      await until(async () => (await letters()).length === 0);
    } finally {
      await intruder.close();
      await medley.stop();
    }
  });
});
