import type { SignalEvent, SignalListener } from '@medley/broker';
import { signalTopics } from '@medley/contracts';
import { until } from '@medley/testing';
import type { BrokerHarness } from '@medley/testing/broker';

const discover = 'worker.census';

/** Guarantees of the lossy half of `Broker`, for every implementation. */
export function describeSignals(title: string, open: () => Promise<BrokerHarness>): void {
  describe(title, () => {
    let harness: BrokerHarness;
    beforeAll(async () => {
      harness = await open();
    });
    afterAll(() => harness.close());

    /** Signals are delivered in order, so a listener that got the last one has got all the others. */
    const collectUntilLast = async (
      publish: (listener: SignalListener) => Promise<void>,
    ): Promise<SignalEvent[]> => {
      const events: SignalEvent[] = [];
      const listener = await harness.broker.listen((event) => events.push(event));
      await listener.bind('the.last');
      await publish(listener);
      harness.broker.signal(discover, 'the.last', {});
      await until(() => events.some(({ topic }) => topic === 'the.last'));
      await listener.close();
      return events.filter(({ topic }) => topic !== 'the.last');
    };
    const topicsOf = (events: SignalEvent[]): string[] => events.map(({ topic }) => topic);

    test('a signal arrives with its name, topic and body', async () => {
      const body = { task_id: 'a', seq: 3, type: 'task.completed' as const };
      const topic = signalTopics.taskEvent('a', 'task.completed');
      const events = await collectUntilLast(async (listener) => {
        await listener.bind(signalTopics.allOfTask('a'));
        harness.broker.signal('task.event', topic, body);
      });
      expect(events).toEqual([{ name: 'task.event', topic, body }]);
    });

    test.each([
      ['events.a.#', ['events.a', 'events.a.x', 'events.a.x.y'], ['events.b.x', 'events', 'x.events.a']],
      ['events.*.x', ['events.a.x'], ['events.x', 'events.a.b.x', 'events.a.y']],
      ['#', ['a', 'a.b.c'], []],
      ['#.x', ['x', 'a.b.x'], ['x.a']],
      ['a.#.b', ['a.b', 'a.x.y.b'], ['a', 'b', 'a.b.c']],
      ['workers.census', ['workers.census'], ['workers.announced']],
    ])('the topic %s matches what a topic exchange matches', async (pattern, matching, other) => {
      const events = await collectUntilLast(async (listener) => {
        await listener.bind(pattern);
        for (const topic of [...matching, ...other]) harness.broker.signal(discover, topic, {});
      });
      expect(topicsOf(events)).toEqual(matching);
    });

    test('a signal that matches two topics of one listener is delivered once', async () => {
      const events = await collectUntilLast(async (listener) => {
        await listener.bind('events.a.#');
        await listener.bind('events.*.x');
        harness.broker.signal(discover, 'events.a.x', {});
      });
      expect(topicsOf(events)).toEqual(['events.a.x']);
    });

    test('every listener gets a signal, and one that throws stays subscribed', async () => {
      const received: string[] = [];
      const failing = await harness.broker.listen(({ topic }) => {
        received.push(topic);
        throw new Error('a bug of a listener');
      });
      await failing.bind('events.#');
      const events = await collectUntilLast(async (listener) => {
        await listener.bind('events.#');
        harness.broker.signal(discover, 'events.1', {});
        harness.broker.signal(discover, 'events.2', {});
      });
      await until(() => received.length === 2);
      await failing.close();
      expect(topicsOf(events)).toEqual(['events.1', 'events.2']);
    });

    test('signals of an unbound topic are no longer delivered', async () => {
      const events = await collectUntilLast(async (listener) => {
        await listener.bind('events.a.#');
        await listener.bind('events.b.#');
        await listener.unbind('events.a.#');
        harness.broker.signal(discover, 'events.a.x', {});
        harness.broker.signal(discover, 'events.b.x', {});
      });
      expect(topicsOf(events)).toEqual(['events.b.x']);
    });
  });
}
