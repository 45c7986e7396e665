import {
  type ComposeBroker,
  describeWithServer,
  serviceNames,
  startComposeBroker,
} from '@medley/testing/broker';
import {
  makeWav,
  type Receiver,
  serveBytes,
  startReceiver,
  startStubEngines,
  type StubEngines,
  until,
} from '@medley/testing';
import { type SeparateServices, startSeparateServices } from '@medley/testing/system';

describeWithServer('the RabbitMQ users of docker-compose.yml', () => {
  let broker: ComposeBroker;
  let services: SeparateServices;
  let receiver: Receiver;
  let engines: StubEngines;
  let source: Awaited<ReturnType<typeof serveBytes>>;

  beforeAll(async () => {
    broker = await startComposeBroker();
    receiver = await startReceiver();
    engines = await startStubEngines();
    source = await serveBytes({ '/a.wav': makeWav(1) });
    services = await startSeparateServices({
      amqpUrl: 'amqp://nobody',
      instances: Object.fromEntries(serviceNames.map((name) => [name, 1])),
      env: { AMQP_PREFIX: 'medley', ...engines.env },
      envOf: (program): Record<string, string> =>
        program === 'admin'
          ? {}
          : { AMQP_URL: broker.urlOf(program), AMQP_DECLARE: String(program === 'orchestrator') },
    });
  });
  afterAll(async () => {
    await services.stop();
    await source.stop();
    await engines.stop();
    await receiver.stop();
    await broker.stop();
  });

  it('permit the work of every service', async () => {
    const [api] = services.apis;
    if (!api) throw new Error('no gateway');
    // The workers start beside the gateway, which refuses steps of kinds it has not heard of.
    await until(async () => {
      const { steps } = (await api.call('GET', '/steps')).body.data as { steps: { available: boolean }[] };
      return steps.every(({ available }) => available);
    });
    const url = `${source.url}/a.wav`;
    const made = await Promise.all([
      api.create('/transcode', { url, webhook_url: `${receiver.url}/hook` }),
      api.create('/transcribe', { url }),
      api.create('/llm', { input: 'Что?', prompt: 'Ответь.' }),
      api.create('/pii', { input: 'Позвоните Ивану Петрову.' }),
    ]);
    const ended = await Promise.all(made.map(({ id }) => api.ended(id)));
    expect(ended.map(({ status, error }) => [status, error])).toEqual(
      made.map(() => ['completed', undefined]),
    );
    await until(() => receiver.received.length === 1);
  });

  it('refuse no request of theirs', () => {
    const refused = [...services.programs].filter(([, [program]]) =>
      /ACCESS[-_]REFUSED/.test(program?.output ?? ''),
    );
    expect(refused.map(([name]) => name)).toEqual([]);
  });
});
