import type { SignalEvent, SignalListener } from '@medley/broker';
import { signalTopics } from '@medley/contracts';
import { until } from '../../../tests/support/until';
import type { BrokerHarness } from './broker-harness';

const census = 'worker.census';

/** What every implementation of the lossy half of `Broker` promises. */
export function describeSignals(title: string, open: () => Promise<BrokerHarness>): void {
  describe(title, () => {
    let lab: BrokerHarness;
    beforeAll(async () => {
      lab = await open();
    });
    afterAll(() => lab.close());

    /** Signals are told in order, so whoever heard the last one has had its chance to hear the others. */
    const hearUntilLast = async (
      tell: (listener: SignalListener) => Promise<void>,
    ): Promise<SignalEvent[]> => {
      const events: SignalEvent[] = [];
      const listener = await lab.broker.listen((event) => events.push(event));
      await listener.bind('the.last');
      await tell(listener);
      lab.broker.signal(census, 'the.last', {});
      await until(() => events.some(({ topic }) => topic === 'the.last'));
      await listener.close();
      return events.filter(({ topic }) => topic !== 'the.last');
    };
    const topicsOf = (events: SignalEvent[]): string[] => events.map(({ topic }) => topic);

    test('a signal comes with its name, topic and body', async () => {
      const body = { task_id: 'a', seq: 3, type: 'task.completed' as const };
      const topic = signalTopics.taskEvent('a', 'task.completed');
      const events = await hearUntilLast(async (listener) => {
        await listener.bind(signalTopics.allOfTask('a'));
        lab.broker.signal('task.event', topic, body);
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
    ])('the topic %s hears what a topic exchange would', async (pattern, heard, unheard) => {
      const events = await hearUntilLast(async (listener) => {
        await listener.bind(pattern);
        for (const topic of [...heard, ...unheard]) lab.broker.signal(census, topic, {});
      });
      expect(topicsOf(events)).toEqual(heard);
    });

    test('a signal that two topics of one ear match is heard once', async () => {
      const events = await hearUntilLast(async (listener) => {
        await listener.bind('events.a.#');
        await listener.bind('events.*.x');
        lab.broker.signal(census, 'events.a.x', {});
      });
      expect(topicsOf(events)).toEqual(['events.a.x']);
    });

    test('every ear hears, and one that fails keeps hearing', async () => {
      const heard: string[] = [];
      const deaf = await lab.broker.listen(({ topic }) => {
        heard.push(topic);
        throw new Error('a bug of a listener');
      });
      await deaf.bind('events.#');
      const events = await hearUntilLast(async (listener) => {
        await listener.bind('events.#');
        lab.broker.signal(census, 'events.1', {});
        lab.broker.signal(census, 'events.2', {});
      });
      await until(() => heard.length === 2);
      await deaf.close();
      expect(topicsOf(events)).toEqual(['events.1', 'events.2']);
    });

    test('a topic that was unbound is heard no more', async () => {
      const events = await hearUntilLast(async (listener) => {
        await listener.bind('events.a.#');
        await listener.bind('events.b.#');
        await listener.unbind('events.a.#');
        lab.broker.signal(census, 'events.a.x', {});
        lab.broker.signal(census, 'events.b.x', {});
      });
      expect(topicsOf(events)).toEqual(['events.b.x']);
    });
  });
}
