import { randomBytes } from 'node:crypto';
import { Medley, MedleyConnectionError, MedleyOperator, webhooks } from '@medley/client';
import { type Receiver, startReceiver, until } from '@medley/testing';
import { type SeparateServices, type ServiceName, startSeparateServices } from '@medley/testing/system';

const amqpUrl = process.env['AMQP_URL'];
const OPERATOR_KEY = randomBytes(32).toString('base64url');
const [OLD, NEW] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
const TEXT = 'Позвоните Ивану Петрову: +7 916 123-45-67, ivan@example.com.';
/** Whichever service comes first: nothing is sealed with the new key before all have it. */
const ORDER: readonly ServiceName[] = ['orchestrator', 'pii', 'webhook-dispatcher', 'gateway'];
const INSTANCES = 2;

(amqpUrl === undefined ? describe.skip : describe)('the master key of separate services', () => {
  let system: SeparateServices;
  let receiver: Receiver;
  let clients: Medley[];
  const keys = new Map<ServiceName | 'admin', Record<string, string>>();
  beforeAll(async () => {
    receiver = await startReceiver();
    system = await startSeparateServices({
      amqpUrl: amqpUrl ?? '',
      instances: Object.fromEntries(ORDER.map((service) => [service, INSTANCES])),
      env: { OPERATOR_KEY, MASTER_KEY: OLD },
      envOf: (program) => keys.get(program) ?? {},
    });
    const { api_key: apiKey } = await system.admin('key', 'create', '--account', system.accountId);
    clients = system.apis.map(({ url: baseUrl }) => new Medley({ baseUrl, apiKey: String(apiKey) }));
  });
  afterAll(async () => {
    await system.stop();
    await receiver.stop();
  });

  async function roll(service: ServiceName, env: Record<string, string>): Promise<void> {
    keys.set(service, env);
    for (let index = 0; index < INSTANCES; index += 1) {
      await system.restart(service, index);
      if (service === 'gateway') await until(() => isReady(system.apis[index]?.url));
    }
  }

  it('is rotated by rolling restarts under load: no call fails, every webhook is signed, the old key can go', async () => {
    const { webhook_secret: secret } = await system.admin(
      'account',
      'rotate-secret',
      '--account',
      system.accountId,
    );
    const load = startLoad(clients, `${receiver.url}/hook`);
    await until(() => load.done.length > 5);
    const pair = { MASTER_KEY: NEW, MASTER_KEY_PREVIOUS: OLD };
    const [first, ...others] = ORDER;
    if (first) await roll(first, pair);
    await until(
      async () =>
        (await warningsOf(system, 'orchestrator')).some((text) => /the new key in .*pii/.test(text)),
      {
        timeoutMs: 200_000,
      },
    );
    expect(await system.admin('master-key', 'show')).toMatchObject({ rotating_to: null, rotation: null });
    for (const service of others) await roll(service, pair);
    keys.set('admin', pair);
    await until(async () => (await system.admin('master-key', 'show'))['may_remove_previous'] === true, {
      timeoutMs: 200_000,
    });
    for (const service of ORDER) await roll(service, { MASTER_KEY: NEW });
    keys.set('admin', { MASTER_KEY: NEW });
    const rolled = load.done.length;
    await until(() => load.done.length > rolled + 5);
    expect(await load.stop()).toEqual([]);

    for (const { id, text } of load.done) {
      expect(await callAny(clients, (client) => client.restore({ task_id: id, input: text }))).toMatchObject({
        text: TEXT,
      });
      await until(() => receiver.received.some(({ body }) => body.includes(id)));
    }
    expect(
      receiver.received.filter(({ body, headers }) => !webhooks.isGenuine(body, headers, String(secret))),
    ).toEqual([]);
  });
});

/** Reversible tasks until `stop` is called, which returns what went wrong. */
function startLoad(
  clients: readonly Medley[],
  webhook_url: string,
): { done: { id: string; text: string }[]; stop(): Promise<unknown[]> } {
  const load = { isOver: false, faults: [] as unknown[], done: [] as { id: string; text: string }[] };
  const steps = [
    { id: 'hide', name: 'depersonalize' as const, options: { mode: 'reversible' as const } },
    { id: 'show', name: 'restore' as const, depends_on: ['hide'] },
  ];
  const working = (async () => {
    while (!load.isOver) {
      try {
        const { id } = await callAny(clients, (client) =>
          client.tasks.create({ input: TEXT, steps, webhook_url }),
        );
        const task = await callAny(clients, (client) => client.tasks.wait(id));
        const { hide, show } = task.output as unknown as Record<'hide' | 'show', { text: string }>;
        if (show.text !== TEXT) load.faults.push(task);
        load.done.push({ id, text: hide.text });
      } catch (error) {
        load.faults.push(error);
      }
    }
  })();
  return {
    done: load.done,
    stop: async () => {
      load.isOver = true;
      await working;
      return load.faults;
    },
  };
}

/** As behind a proxy: a gateway that is being restarted takes no connections, another one does. */
async function callAny<T>(clients: readonly Medley[], call: (client: Medley) => Promise<T>): Promise<T> {
  let failure: unknown;
  for (let tries = 0; tries < 50; tries += 1) {
    for (const client of clients) {
      try {
        return await call(client);
      } catch (error) {
        if (!(error instanceof MedleyConnectionError)) throw error;
        failure = error;
      }
    }
  }
  throw failure;
}

async function warningsOf(system: SeparateServices, service: string): Promise<string[]> {
  const operator = new MedleyOperator({ baseUrl: system.apis[0]?.url ?? '', apiKey: OPERATOR_KEY });
  const processes = await operator.processes();
  return processes
    .filter((one) => one.service === service)
    .flatMap(({ warnings }) => Object.values(warnings));
}

async function isReady(url = ''): Promise<boolean> {
  return (await fetch(`${url}/health`).catch(() => null))?.ok ?? false;
}
