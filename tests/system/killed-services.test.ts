import type { PublicTask } from '@medley/task-view';
import { startReceiver } from '../support/receiver';
import { startSeparateServices, type SeparateServices, type ServiceName } from '../support/separate-services';
import { until } from '../support/until';

const amqpUrl = process.env['AMQP_URL'];
const TASKS = 300;
const ATTEMPTS_MAX = 4;

/** A small generator with a seed, so that a failing run can be repeated: the seed is in the title of the failure. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

(amqpUrl === undefined ? describe.skip : describe)(
  'separate services on RabbitMQ, killed at random under load',
  () => {
    let system: SeparateServices;
    afterEach(() => system.stop(), 60_000);

    it('ends every accepted task once, tells every webhook at most four times, and keeps every credit', async () => {
      const random = dice(Date.now() & 0xffff);
      // One answer in ten is a refusal, so that retries take part.
      const receiver = await startReceiver((_, response) =>
        response.writeHead(random() < 0.1 ? 500 : 200).end(),
      );
      system = await startSeparateServices({
        amqpUrl: amqpUrl ?? '',
        instances: { gateway: 2, orchestrator: 2, pii: 2, 'webhook-dispatcher': 2 },
        env: { WEBHOOK_RETRY_DELAYS_S: '0.2,0.4,0.8', STEP_RETRY_DELAYS_S: '0.1,0.2' },
      });
      const accepted = new Map<string, number>();
      const victims: ServiceName[] = ['orchestrator', 'pii', 'gateway', 'webhook-dispatcher'];
      let isLoading = true;
      const kills = killAtRandom(system, { victims, random, isOver: () => !isLoading });
      for (let index = 0; index < TASKS; index += 1) {
        const api = system.apis[index % system.apis.length];
        const body = {
          input: `Задача ${index}: Иван Петров, +7 916 123-45-67`,
          steps: [{ name: 'depersonalize' }, { id: 'again', name: 'depersonalize' }],
          webhook_url: `${receiver.url}/${index}`,
        };
        // A gateway that was just killed refuses the connection: that task was not accepted.
        const made = await api?.call('POST', '/tasks', body).catch(() => null);
        if (made?.status === 201) accepted.set((made.body.data as PublicTask).id, index);
      }
      isLoading = false;
      expect(await kills).toBeGreaterThan(3);
      expect(accepted.size).toBeGreaterThan(TASKS / 2);

      const tasks = new Map<string, PublicTask>();
      for (const id of accepted.keys()) tasks.set(id, await endedAnywhere(system, id));
      expect([...tasks.values()].filter((task) => task.status !== 'completed')).toEqual([]);

      const hooksOf = (index: number): typeof receiver.received =>
        receiver.received.filter(({ path }) => path === `/${index}`);
      for (const [id, index] of accepted) {
        await until(async () => (await deliveryOf(system, id))?.status !== 'pending', { timeoutMs: 60_000 });
        const hooks = hooksOf(index);
        expect(new Set(hooks.map(({ headers }) => headers['x-service-delivery'])).size).toBe(1);
        expect(hooks.length).toBeLessThanOrEqual(ATTEMPTS_MAX);
        expect(new Set(hooks.map(({ body }) => body)).size).toBe(1);
      }

      await until(
        async () => (await system.admin('account', 'show', '--account', system.accountId))['reserved'] === 0,
        {
          timeoutMs: 120_000,
        },
      );
      const [first] = tasks.values();
      const charged = [...tasks.values()].length * (first?.cost.charged ?? 0);
      const account = await system.admin('account', 'show', '--account', system.accountId);
      // Tasks whose answer was lost with their gateway were accepted too, and are paid for.
      expect(account['balance']).toBeLessThanOrEqual(100_000 - charged + 1e-6);
      await receiver.stop();
    }, 300_000);
  },
);

async function killAtRandom(
  system: SeparateServices,
  { victims, random, isOver }: { victims: ServiceName[]; random: () => number; isOver: () => boolean },
): Promise<number> {
  let kills = 0;
  while (!isOver() || kills < 4) {
    const victim = victims[Math.floor(random() * victims.length)] ?? 'pii';
    await system.crash(victim, Math.floor(random() * 2));
    kills += 1;
    await until(() => system.apis.length > 0 && random() < 0.05);
  }
  return kills;
}

async function endedAnywhere(system: SeparateServices, id: string): Promise<PublicTask> {
  let task: PublicTask | null = null;
  await until(
    async () => {
      for (const api of system.apis) task = await api.task(id).catch(() => task);
      return task !== null && task.status !== 'pending';
    },
    { timeoutMs: 120_000 },
  );
  if (!task) throw new Error(`task ${id} is nowhere`);
  return task;
}

interface DeliveryRow {
  status: string;
}

async function deliveryOf(system: SeparateServices, id: string): Promise<DeliveryRow | undefined> {
  for (const api of system.apis) {
    const answer = await api.call('GET', `/tasks/${id}/webhooks`).catch(() => null);
    if (answer?.status === 200) return (answer.body.data as { items: DeliveryRow[] }).items[0];
  }
  return undefined;
}
