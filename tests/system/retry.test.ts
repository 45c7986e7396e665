import {
  makeWav,
  neverRespond,
  respondBytes,
  respondJson,
  respondStatus,
  startStubUpstream,
  until,
} from '@medley/testing';
import { amqpUrl, describeWithAmqp } from '@medley/testing/broker';
import { startAllInOne, type AllInOne } from '@medley/testing/system';
import type { Task } from '@medley/client';

/** Longer than what is stored in the database, so that results are in the blob store. */
const LONG = `Иван Петров, ivan@example.com. ${'Далее по списку. '.repeat(2_500)}`;

describe('on the embedded broker', () => retries({}));
describeWithAmqp('on RabbitMQ', () => retries({ AMQP_URL: amqpUrl }));

function retries(env: Record<string, string>): void {
  let medley: AllInOne;
  let upstream: Awaited<ReturnType<typeof startStubUpstream>>;
  let source: Awaited<ReturnType<typeof startStubUpstream>>;

  beforeAll(async () => {
    upstream = await startStubUpstream();
    source = await startStubUpstream();
    source.respond(respondBytes(makeWav(2)));
    medley = await startAllInOne({
      LLM_BASE_URL: upstream.url,
      LLM_API_KEY: 'sk-upstream',
      STEP_RETRY_DELAYS_S: '0.1,0.1',
      ...env,
    });
  });
  afterAll(async () => {
    await medley.stop();
    await Promise.all([upstream.close(), source.close()]);
  });

  const tasks = (): AllInOne['client']['tasks'] => medley.client.tasks;
  const end = (task: string | Task): Promise<Task> => tasks().wait(task, { throwOnFailure: false });
  /** The balance once all ended tasks are settled. */
  async function balance(): Promise<number> {
    await until(async () => (await medley.client.balance()).reserved === 0);
    return (await medley.client.balance()).balance;
  }
  const answer = (text: string): void =>
    upstream.respond(respondJson({ model: 'm', choices: [{ message: { content: text } }] }));
  const refuse = (): void => upstream.respond(respondStatus(400));

  const letter = {
    input: LONG,
    steps: [
      { name: 'depersonalize', options: { mode: 'reversible' } },
      { name: 'llm', options: { prompt: 'p' } },
      { name: 'restore' },
    ],
  } as const;

  test('a retry continues after the step that failed, with its long results and its mapping', async () => {
    refuse();
    const { steps, input } = { ...letter };
    const failed = await end(await tasks().create({ input, steps: [...steps] }));
    expect(failed.steps.map(({ status }) => status)).toEqual(['completed', 'failed', 'skipped']);
    answer('Готово, [PERSON_1].');
    const before = await balance();
    const task = await end(await tasks().retry(failed.id));
    expect([task.status, task.error]).toEqual(['completed', undefined]);
    expect(task.steps.map(({ reused = false }) => reused)).toEqual([true, false, false]);
    expect(task.output?.depersonalize).toEqual(failed.output?.depersonalize);
    expect(task.output?.restore).toMatchObject({ text: 'Готово, Иван Петров.' });
    // Only what ran is charged: an llm step over the letter, and a short restore.
    expect(before - (await balance())).toBeCloseTo(task.cost.charged, 4);
    expect(task.cost.charged).toBeGreaterThan(4);
    expect(task.cost.charged).toBeLessThan(4.5);
    expect((await tasks().get(failed.id)).retries).toEqual([task.id]);
  });

  test('the results of a retry outlive the task that they come from', async () => {
    refuse();
    const failed = await end(
      await tasks().create({ input: LONG, steps: [{ name: 'depersonalize' }, letter.steps[1]] }),
    );
    answer('Готово.');
    const task = await end(await tasks().retry(failed.id));
    await tasks().delete(failed.id);
    expect((await tasks().get(task.id)).output?.depersonalize).toEqual(task.output?.depersonalize);
    await expect(tasks().retry(failed.id)).rejects.toMatchObject({ code: 'TASK_EXPIRED' });
  });

  test('the media of a failed task is not fetched again', async () => {
    const steps = [{ name: 'fetch' }, { name: 'transcode', options: { start: 1_000 } }] as const;
    const failed = await end(await tasks().create({ url: `${source.url}/tone.wav`, steps: [...steps] }));
    expect(failed.steps.map(({ status }) => status)).toEqual(['completed', 'failed']);
    const fetched = source.requests.length;
    const task = await end(await tasks().retry(failed.id, { options: { transcode: { start: 1 } } }));
    expect([task.status, task.error]).toEqual(['completed', undefined]);
    expect(source.requests).toHaveLength(fetched);
    expect(task.steps[0]).toMatchObject({ id: 'fetch', reused: true });
    const url = task.output?.transcode?.url ?? '';
    expect((await fetch(url)).status).toBe(200);
  });

  test('a canceled task can be retried', async () => {
    upstream.respond(neverRespond);
    const { id } = await tasks().create({ input: 'Привет', steps: [letter.steps[1]] });
    await tasks().cancel(id);
    const canceled = await end(id);
    expect(canceled.error_details?.code).toBe('CANCELED');
    answer('Готово.');
    expect(await end(await tasks().retry(id))).toMatchObject({ status: 'completed', retry_of: id });
  });
}
