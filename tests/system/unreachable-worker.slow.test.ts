import {
  type FaultProxy,
  respondJson,
  type Responder,
  startFaultProxy,
  startStubUpstream,
  type StubUpstream,
  until,
} from '@medley/testing';
import type { SeparateServices } from '@medley/testing/system';
import { startLlmSystem } from './start-llm-system';

const amqpUrl = process.env['AMQP_URL'];
/** A worker that is out of reach is given up 60 s after its last heartbeat. */
const OUTAGE = { timeoutMs: 120_000 };
const answer = respondJson({ model: 'm', choices: [{ message: { content: 'Готово.' } }] });

(amqpUrl === undefined ? describe.skip : describe)(
  'a worker that cannot reach the broker for over a minute',
  () => {
    let system: SeparateServices;
    let upstream: StubUpstream;
    let proxy: FaultProxy;
    beforeAll(async () => {
      const { hostname, port } = new URL(amqpUrl ?? '');
      proxy = await startFaultProxy({ host: hostname, port: Number(port || 5672) });
      upstream = await startStubUpstream();
      system = await startLlmSystem(upstream, amqpUrl ?? '', proxy.through(amqpUrl ?? ''));
    });
    afterAll(async () => {
      proxy.set({ kind: 'pass' });
      await system.stop();
      await proxy.close();
      await upstream.close();
    });

    it('has the result of the attempt accepted that was given up as lost, and calls the paid upstream once', async () => {
      const [api] = system.apis;
      if (!api) throw new Error('no gateway');
      const held: (() => void)[] = [];
      const hold: Responder = (response, request) => held.push(() => answer(response, request));
      upstream.respond(hold);
      const { id } = await api.create('/llm', { input: 'Что?', prompt: 'Ответь.' });
      await until(() => held.length === 1);
      await until(async () => (await api.task(id)).steps[0]?.status === 'running');
      proxy.set({ kind: 'reset' });
      await until(async () => (await api.task(id)).steps[0]?.attempt === 2, OUTAGE);

      held[0]?.();
      upstream.respond(answer);
      proxy.set({ kind: 'pass' });
      await until(async () => (await api.task(id)).status === 'completed', OUTAGE);
      // A further task shows that every message published before it was handled.
      const next = await api.create('/llm', { input: 'Ещё?', prompt: 'Ответь.' });
      await until(async () => (await api.task(next.id)).status === 'completed', OUTAGE);
      expect([(await api.task(id)).steps[0]?.attempt, upstream.requests.length]).toEqual([1, 2]);
    });
  },
);
