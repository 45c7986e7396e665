import { neverRespond, respondJson, startStubUpstream, until, type StubUpstream } from '@medley/testing';
import type { SeparateServices } from '@medley/testing/system';
import { startLlmSystem } from './start-llm-system';

const amqpUrl = process.env['AMQP_URL'];
/** A killed worker is noticed 60 s after its last heartbeat. */
const OUTAGE = { timeoutMs: 120_000 };
const answer = respondJson({ model: 'm', choices: [{ message: { content: 'Готово.' } }] });

(amqpUrl === undefined ? describe.skip : describe)('a worker that is killed and comes back late', () => {
  let system: SeparateServices;
  let upstream: StubUpstream;
  beforeAll(async () => {
    upstream = await startStubUpstream();
    system = await startLlmSystem(upstream, amqpUrl ?? '');
  });
  afterAll(async () => {
    await system.stop();
    await upstream.close();
  });

  it('calls the paid upstream once more, not for the lost attempt and not for its duplicates', async () => {
    const [api] = system.apis;
    if (!api) throw new Error('no gateway');
    const attemptOf = async (id: string): Promise<number | undefined> =>
      (await api.task(id)).steps[0]?.attempt;
    upstream.respond(neverRespond);
    const { id } = await api.create('/llm', { input: 'Что?', prompt: 'Ответь.' });
    await until(() => upstream.requests.length === 1);
    await until(async () => (await api.task(id)).steps[0]?.status === 'running');
    await system.programs.get('llm')?.[0]?.end('SIGKILL');
    await until(async () => (await attemptOf(id)) === 2, OUTAGE);

    upstream.respond(answer);
    await system.crash('llm', 0);
    await until(async () => (await api.task(id)).status === 'completed', OUTAGE);
    // A further task shows that every message published before it was handled.
    const next = await api.create('/llm', { input: 'Ещё?', prompt: 'Ответь.' });
    await until(async () => (await api.task(next.id)).status === 'completed', OUTAGE);
    expect([await attemptOf(id), upstream.requests.length]).toEqual([2, 3]);
  });
});
