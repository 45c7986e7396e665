import type { PublicTask } from '@medley/task-view';
import { type Received, type Receiver, startReceiver, until } from '@medley/testing';
import { type SeparateServices, type ServiceName, startSeparateServices } from '@medley/testing/system';

const amqpUrl = process.env['AMQP_URL'];
const TASKS = 300;
const LANES = 6;
const TASKS_PER_KILL = 20;
const ATTEMPTS_MAX = 4;
const INSTANCES = 2;
const victims: readonly ServiceName[] = ['orchestrator', 'pii', 'gateway', 'webhook-dispatcher'];
const BALANCE = 100_000;

(amqpUrl === undefined ? describe.skip : describe)(
  'separate services on RabbitMQ, killed at random under load',
  () => {
    let system: SeparateServices;
    let receiver: Receiver;
    beforeAll(async () => {
      // One response in ten is an error, so that retries occur.
      receiver = await startReceiver((_, response) =>
        response.writeHead(Math.random() < 0.1 ? 500 : 200).end(),
      );
      system = await startSeparateServices({
        amqpUrl: amqpUrl ?? '',
        instances: Object.fromEntries(victims.map((victim) => [victim, INSTANCES])),
        env: { WEBHOOK_RETRY_DELAYS_S: '0.2,0.4,0.8', STEP_RETRY_DELAYS_S: '0.1,0.2' },
      });
    });
    afterAll(async () => {
      await system.stop();
      await receiver.stop();
    });

    it('ends every accepted task once, sends each webhook at most four times, and keeps balances exact', async () => {
      const ids = await submitWhileKilling(system, receiver.url);

      const tasks: PublicTask[] = [];
      for (const id of ids) tasks.push(await endedAtAnyGateway(system, id));
      expect(tasks.filter((task) => task.status !== 'completed')).toEqual([]);

      for (const id of ids) {
        await until(async () => !['pending', undefined].includes(await deliveryStatus(system, id)), {
          timeoutMs: 200_000,
        });
        const hooks = receiver.received.filter(({ body }) => body.includes(id));
        expect(hooks.length).toBeGreaterThanOrEqual(1);
        expect(hooks.length).toBeLessThanOrEqual(ATTEMPTS_MAX);
        expect(distinct(hooks, ({ headers }) => headers['x-service-delivery'])).toBe(1);
        expect(distinct(hooks, ({ body }) => body)).toBe(1);
      }

      // Reservations of tasks whose gateway was killed before storing them are refunded after a minute.
      await until(async () => (await reservedAnywhere(system)) === 0);
      const rows = (await system.apis[0]?.call('GET', '/tasks?limit=1'))?.body.data as {
        pagination: { total: number };
      };
      const charged = rows.pagination.total * (tasks[0]?.cost.charged ?? 0);
      const account = await system.admin('account', 'show', '--account', system.accountId);
      expect(account['balance']).toBeCloseTo(BALANCE - charged, 4);
    });
  },
);

/** Create tasks on several lanes and kill -9 a service after every few of them. */
async function submitWhileKilling(system: SeparateServices, hookUrl: string): Promise<string[]> {
  const ids: string[] = [];
  const lanes = Array.from({ length: LANES }, async () => {
    while (ids.length < TASKS) {
      ids.push(await submit(system, `${hookUrl}/hook`));
      if (ids.length % TASKS_PER_KILL === 0)
        await system.crash(oneOf(victims), Math.floor(Math.random() * INSTANCES));
    }
  });
  await Promise.all(lanes);
  return ids;
}

/** Create a task at any gateway that is up; a failed request may have created a task whose id was lost. */
async function submit(system: SeparateServices, webhook_url: string): Promise<string> {
  const body = {
    input: 'Иван Петров, +7 916 123-45-67',
    steps: [{ name: 'depersonalize' }, { id: 'again', name: 'depersonalize' }],
    webhook_url,
  };
  let id: string | null = null;
  await until(
    async () => {
      const made = await oneOf(system.apis)
        .call('POST', '/tasks', body)
        .catch(() => null);
      if (made?.status === 201) id = (made.body.data as PublicTask).id;
      return id !== null;
    },
    { timeoutMs: 200_000 },
  );
  if (id === null) throw new Error('no gateway accepted the task');
  return id;
}

async function endedAtAnyGateway(system: SeparateServices, id: string): Promise<PublicTask> {
  let task: PublicTask | null = null;
  await until(
    async () => {
      for (const api of system.apis) task = await api.task(id).catch(() => task);
      return task !== null && task.status !== 'pending';
    },
    { timeoutMs: 200_000 },
  );
  if (!task) throw new Error(`task ${id} is nowhere`);
  return task;
}

async function reservedAnywhere(system: SeparateServices): Promise<number | null> {
  for (const api of system.apis) {
    const answer = await api.call('GET', '/balance').catch(() => null);
    if (answer?.status === 200) return (answer.body.data as { reserved: number }).reserved;
  }
  return null;
}

async function deliveryStatus(system: SeparateServices, id: string): Promise<string | undefined> {
  for (const api of system.apis) {
    const answer = await api.call('GET', `/tasks/${id}/webhooks`).catch(() => null);
    if (answer?.status === 200) return (answer.body.data as { items: { status: string }[] }).items[0]?.status;
  }
  return undefined;
}

function oneOf<T>(items: readonly T[]): T {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('nothing to choose from');
  return item;
}

function distinct(hooks: readonly Received[], of: (hook: Received) => unknown): number {
  return new Set(hooks.map(of)).size;
}
