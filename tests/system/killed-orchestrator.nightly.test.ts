import { randomUUID } from 'node:crypto';
import { connectAmqpBroker, type Broker } from '@medley/broker';
import { createLogger } from '@medley/kit';
import type { PublicTask } from '@medley/task-view';
import {
  type FaultMode,
  type FaultProxy,
  type Receiver,
  type Responder,
  startFaultProxy,
  startReceiver,
  startStubUpstream,
  type StubUpstream,
  takeFreePort,
  until,
} from '@medley/testing';
import { startTestMongo, type TestMongo } from '@medley/testing/mongo';
import { type SeparateServices, startSeparateServices } from '@medley/testing/system';

const amqpUrl = process.env['AMQP_URL'] ?? '';
/** At most. */
const TASKS = 500;
/** Of which it is looked at what was stored before the end. */
const SAMPLE = 100;
const BATCH = 25;
/** Of these two, each runs half of the steps at once. */
const WORKERS = 2;
const LONG = { timeoutMs: 200_000 };

(amqpUrl === '' ? describe.skip : describe)('an orchestrator killed with reports in its memory', () => {
  let mongo: TestMongo;
  let proxy: FaultProxy;
  let upstream: StubUpstream;
  let receiver: Receiver;
  let broker: Broker;
  let system: SeparateServices;
  const metricsPorts: number[] = [];
  let healthPort = 0;
  /** What the upstream was asked: the task and the step. */
  const asked: string[] = [];
  const held: (() => void)[] = [];
  let isHolding = true;

  const respond: Responder = (response, { body }) => {
    const [, work = ''] = /work:([\w-]+)/.exec(body.toString()) ?? [];
    const isFirst = body.includes('the first');
    asked.push(`${work} ${isFirst ? 'first' : 'second'}`);
    const answer = { model: 'm', choices: [{ message: { content: `work:${work}` } }] };
    const send = (): unknown =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    if (isFirst && isHolding) held.push(send);
    else send();
  };

  beforeAll(async () => {
    mongo = await startTestMongo();
    const { hostname, port } = new URL(mongo.url);
    proxy = await startFaultProxy({ host: hostname, port: Number(port) });
    upstream = await startStubUpstream();
    upstream.respond(respond);
    receiver = await startReceiver();
    const prefix = `t${randomUUID().slice(0, 8)}`;
    for (let worker = 0; worker < WORKERS; worker += 1) metricsPorts.push(await takeFreePort());
    const ports = [...metricsPorts];
    healthPort = await takeFreePort();
    system = await startSeparateServices({
      amqpUrl,
      mongoUrl: mongo.url,
      instances: { gateway: 1, orchestrator: 1, llm: WORKERS, 'webhook-dispatcher': 1 },
      env: {
        ...{ AMQP_PREFIX: prefix, ASSUME_STEPS: 'llm', ORCHESTRATOR_CONCURRENCY: '1000' },
        ...{ LLM_BASE_URL: upstream.url, LLM_API_KEY: 'sk-upstream', LLM_SILENCE_MS: '300000' },
      },
      envOf: (service): Record<string, string> => {
        if (service === 'orchestrator')
          return { MONGO_URL: proxy.through(mongo.url), HEALTH_PORT: String(healthPort) };
        if (service !== 'llm') return {};
        return { CONCURRENCY: String(TASKS / WORKERS), HEALTH_PORT: String(ports.shift()) };
      },
    });
    const logger = createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'text' });
    broker = await connectAmqpBroker({ url: amqpUrl, logger, name: 'test', prefix, declare: false });
  });
  afterAll(async () => {
    await broker.close();
    await system.stop();
    await receiver.stop();
    await upstream.close();
    await proxy.close();
    await mongo.stop();
  });

  async function confirmedReports(): Promise<number> {
    const pattern = /^medley_broker_published_total\{message="step.finished",outcome="confirmed"\} (\d+)$/m;
    const texts = await Promise.all(
      metricsPorts.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
    );
    return texts.reduce((sum, text) => sum + Number(pattern.exec(text)?.[1] ?? 0), 0);
  }

  async function create(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let made = 0; made < count; made += BATCH) {
      const tasks = Array.from({ length: BATCH }, () => ({
        input: `work:${randomUUID()}`,
        steps: [
          { id: 'first', name: 'llm', options: { prompt: 'Do the first.' } },
          { id: 'second', name: 'llm', options: { prompt: 'Do the second.' } },
        ],
        webhook_url: `${receiver.url}/hook`,
      }));
      const answer = await system.apis[0]?.call('POST', '/tasks/batch', { tasks });
      const { results } = answer?.body.data as { results: { data: PublicTask }[] };
      ids.push(...results.map(({ data }) => data.id));
    }
    return ids;
  }

  it.each<[number, string, FaultMode]>([
    [TASKS, 'none of them stored', { kind: 'black-hole' }],
    [TASKS / 5, 'stored without its knowledge or not', { kind: 'hold-answers' }],
  ])(
    '%i, %s, loses none: every task ends once with one webhook, nothing is paid twice, balances are exact',
    async (count, _, fault) => {
      const health = `http://127.0.0.1:${healthPort}/health`;
      const [api] = system.apis;
      if (!api) throw new Error('no gateway');
      const { balance: before } = await balanceOf(api);
      asked.length = 0;
      held.length = 0;
      isHolding = true;
      const reportsBefore = await confirmedReports();
      const ids = await create(count);
      await until(() => held.length === count, LONG);

      proxy.set(fault);
      isHolding = false;
      held.forEach((send) => send());
      await until(async () => (await confirmedReports()) - reportsBefore === count, LONG);
      await until(async () => (await broker.depth('orchestrator')) === 0, LONG);
      const stored = async (): Promise<boolean> => {
        const tasks = await Promise.all(ids.slice(0, SAMPLE).map((id) => api.task(id)));
        return tasks.some(({ steps }) => steps[0]?.status === 'completed');
      };
      if (fault.kind === 'black-hole') expect(await stored()).toBe(false);
      // What was under way before them may take all connections until the driver gives up the server.
      else await until(async () => (await stored()) || !(await fetch(health)).ok, LONG);
      await system.programs.get('orchestrator')?.[0]?.end('SIGKILL');
      proxy.set({ kind: 'pass' });
      await system.crash('orchestrator', 0);

      let charged = 0;
      for (const id of ids) {
        const task = await api.ended(id, LONG.timeoutMs);
        expect([task.status, ...task.steps.map(({ attempt }) => attempt)]).toEqual(['completed', 1, 1]);
        const events = (await api.events(id)).map(({ event, data }) => `${event} ${data.step ?? ''}`.trim());
        const ends = events.filter((event) => /completed|failed/.test(event));
        expect(ends).toEqual(['step.completed first', 'step.completed second', 'task.completed']);
        charged += task.cost.charged;
      }
      expect(asked).toHaveLength(2 * count);
      expect(new Set(asked).size).toBe(2 * count);
      await until(async () => (await balanceOf(api)).reserved === 0, LONG);
      expect((await balanceOf(api)).balance).toBeCloseTo(before - charged, 4);
      for (const id of ids) {
        const received = (): string[] =>
          receiver.received
            .filter(({ body }) => body.includes(id))
            .map(({ headers }) => String(headers['x-service-delivery']));
        await until(() => received().length > 0, LONG);
        expect(new Set(received()).size).toBe(1);
        expect(received().length).toBeLessThanOrEqual(4);
      }
    },
  );
});

async function balanceOf(api: {
  call: (method: string, path: string) => Promise<{ body: { data?: unknown } }>;
}): Promise<{ balance: number; reserved: number }> {
  return (await api.call('GET', '/balance')).body.data as { balance: number; reserved: number };
}
