import type { Broker, Consumer, DeadLetter, MessageHandlers, QueueName } from '@medley/broker';
import { until } from '@medley/testing';
import type { BrokerHarness } from '@medley/testing/broker';
import { stepRun } from './messages';

const named = (count: number): string[] => Array.from({ length: count }, (_, index) => `task-${index}`);
const envelope = (...bodies: unknown[]): { name: string; version: 1; items: number; content: string } => ({
  name: 'task.finished',
  version: 1,
  items: bodies.length,
  content: JSON.stringify(bodies),
});

/** Guarantees for bodies that share a message, for every implementation. */
export function describeEnvelopes(title: string, open: () => Promise<BrokerHarness>): void {
  describe(title, () => {
    let harness: BrokerHarness;
    let consumers: Consumer[];
    beforeEach(async () => {
      harness = await open();
      consumers = [];
    });
    afterEach(async () => {
      await Promise.all(consumers.map((consumer) => consumer.stop()));
      await harness.close();
    });

    const consume = async (queue: QueueName, handlers: MessageHandlers, prefetch = 4): Promise<Consumer> => {
      const consumer = await harness.broker.consume(queue, handlers, { prefetch });
      consumers.push(consumer);
      return consumer;
    };
    const collectDeadLetters = async (): Promise<DeadLetter[]> => {
      const letters: DeadLetter[] = [];
      consumers.push(await harness.broker.consumeDeadLetters((letter) => void letters.push(letter)));
      return letters;
    };
    const share = (ids: readonly string[]): Promise<string[]> =>
      Promise.all(
        ids.map((task_id) => harness.broker.publish('task.finished', { task_id }, { mayShare: true })),
      );

    test('bodies that may share leave as one message, and each reaches the handler with an id of its own', async () => {
      expect(await share(['a', 'b', 'c'])).toEqual(['confirmed', 'confirmed', 'confirmed']);
      await until(async () => (await harness.broker.depth('webhooks')) === 1);
      const seen: unknown[] = [];
      await consume('webhooks', { 'task.finished': (body, info) => void seen.push([body.task_id, info]) });
      await until(() => seen.length >= 3);
      expect(seen).toEqual(
        ['a', 'b', 'c'].map((id) => [id, { messageId: `${id}:task.finished`, redelivered: false }]),
      );
    });

    test('a message has at most 64 bodies and 256 KiB, and a larger body goes alone', async () => {
      await share(named(65));
      await until(async () => (await harness.broker.depth('webhooks')) === 2);
      const options = JSON.stringify('x'.repeat(100 * 1024));
      const runs = [options, options, options, JSON.stringify('x'.repeat(300 * 1024))].map((text) => ({
        ...stepRun('llm'),
        options: text,
      }));
      await Promise.all(runs.map((run) => harness.broker.publish('step.run', run, { mayShare: true })));
      await until(async () => (await harness.broker.depth('steps.llm')) === 3);
    });

    test('a body that does not match the catalogue is refused, and its neighbours are published', async () => {
      const wrong = { task_id: 7 } as unknown as { task_id: string };
      const refused = harness.broker.publish('task.finished', wrong, { mayShare: true });
      const [outcome] = await Promise.all([share(['a']), expect(refused).rejects.toThrow(TypeError)]);
      expect(outcome).toEqual(['confirmed']);
    });

    test('when the queue is missing, every body of the message is unroutable', async () => {
      await harness.deleteQueue('webhooks');
      expect(await share(['a', 'b'])).toEqual(['unroutable', 'unroutable']);
    });

    test('at most `prefetch` bodies are handled at once', async () => {
      let running = 0;
      let most = 0;
      let handled = 0;
      const handler = async (): Promise<void> => {
        running += 1;
        most = Math.max(most, running);
        // Hold the bodies until the limit is reached and for a few checks more, which would show one too many.
        let checks = 0;
        await until(() => most >= 3 && ++checks > 2);
        running -= 1;
        handled += 1;
      };
      await consume('webhooks', { 'task.finished': handler }, 3);
      await share(named(12));
      await until(() => handled === 12);
      expect(most).toBe(3);
    });

    test('a slow consumer handles bodies and messages in the order of their publishing', async () => {
      const seen: string[] = [];
      const slow = async ({ task_id }: { task_id: string }): Promise<void> => {
        seen.push(task_id);
        await new Promise((resolve) => setImmediate(resolve));
      };
      await consume('webhooks', { 'task.finished': slow }, 1);
      const ids = named(200);
      for (let start = 0; start < ids.length; start += 20) {
        await share(ids.slice(start, start + 19));
        await harness.broker.publish('task.finished', { task_id: ids[start + 19] ?? '' });
      }
      await until(() => seen.length >= ids.length);
      expect(seen).toEqual(ids);
    });

    test('accounts take turns: a body does not wait for all those of another account before it', async () => {
      const seen: string[] = [];
      const run = async ({ step_id }: { step_id: string }): Promise<void> => {
        seen.push(step_id);
        await new Promise((resolve) => setImmediate(resolve));
      };
      const bodies = [...named(12), 'small'].map((step_id) => ({
        ...stepRun('llm'),
        ...{ step_id, account_id: step_id === 'small' ? 'small' : 'large' },
      }));
      await Promise.all(bodies.map((body) => harness.broker.publish('step.run', body, { mayShare: true })));
      await consume('steps.llm', { 'step.run': run }, 2);
      await until(() => seen.length === 13);
      expect(seen).toEqual([...named(3), 'small', ...named(12).slice(3)]);
    });

    test('an invalid body is dead-lettered alone, and its neighbours are handled once', async () => {
      const letters = await collectDeadLetters();
      const seen: string[] = [];
      await consume('webhooks', { 'task.finished': ({ task_id }) => void seen.push(task_id) });
      await harness.inject('webhooks', envelope({ task_id: 'a' }, { task_id: { $ne: 1 } }, { task_id: 'b' }));
      await until(() => letters.length === 1 && seen.length === 2);
      expect(letters).toEqual([{ reason: 'rejected', queue: 'webhooks', name: 'task.finished', body: null }]);
      await harness.broker.publish('task.finished', { task_id: 'next' });
      await until(() => seen.includes('next'));
      expect(seen).toEqual(['a', 'b', 'next']);
    });

    test('a rejected body is dead-lettered alone; its handler is asked once', async () => {
      const letters = await collectDeadLetters();
      const seen: string[] = [];
      const handler = ({ task_id }: { task_id: string }): 'reject' | undefined => {
        seen.push(task_id);
        return task_id === 'b' ? 'reject' : undefined;
      };
      await consume('webhooks', { 'task.finished': handler });
      await share(['a', 'b', 'c']);
      await until(() => letters.length === 1);
      expect(letters).toEqual([
        { reason: 'rejected', queue: 'webhooks', name: 'task.finished', body: { task_id: 'b' } },
      ]);
      expect(seen).toEqual(['a', 'b', 'c']);
    });

    test('a body whose handler throws is handled again alone', async () => {
      const calls: string[] = [];
      const handler = ({ task_id }: { task_id: string }): void => {
        calls.push(task_id);
        if (task_id === 'b' && calls.filter((id) => id === 'b').length < 3) throw new Error('unavailable');
      };
      await consume('webhooks', { 'task.finished': handler });
      await share(['a', 'b', 'c']);
      await until(() => calls.length === 5);
      expect(calls).toEqual(['a', 'b', 'c', 'b', 'b']);
    });

    test.each([
      ['is no list', 2, '{"task_id":"a"}'],
      ['has another number of bodies', 3, '[{"task_id":"a"}]'],
      ['is not JSON', 1, '[{'],
    ])('an envelope that %s is dead-lettered once', async (_what, items, content) => {
      const letters = await collectDeadLetters();
      await consume('webhooks', { 'task.finished': () => undefined });
      await harness.inject('webhooks', { name: 'task.finished', version: 1, items, content });
      await until(() => letters.length === 1);
      expect(letters).toEqual([{ reason: 'rejected', queue: 'webhooks', name: 'task.finished', body: null }]);
    });

    test('each body of a dead-lettered envelope is a letter, and only the one that fails is repeated', async () => {
      const calls: unknown[] = [];
      const dead = await harness.broker.consumeDeadLetters(({ body }) => {
        calls.push(body);
        if (calls.length === 2) throw new Error('the database is unavailable');
      });
      consumers.push(dead);
      await harness.inject('dead', envelope({ task_id: 'a' }, { task_id: 'b' }, { wrong: 1 }));
      await until(() => calls.length === 4);
      expect(calls).toEqual([{ task_id: 'a' }, { task_id: 'b' }, { task_id: 'b' }, null]);
    });

    test('a consumer that stops hands the bodies it has not begun to others, each once', async () => {
      const seen: string[] = [];
      let finish: () => void = () => undefined;
      const gate = new Promise<void>((resolve) => (finish = resolve));
      const handler = async ({ task_id }: { task_id: string }): Promise<void> => {
        seen.push(task_id);
        await gate;
      };
      const first = await consume('webhooks', { 'task.finished': handler }, 2);
      await share(named(6));
      await until(() => seen.length === 2);
      const stopped = first.stop();
      await until(async () => (await harness.broker.depth('webhooks')) === 4);
      finish();
      await stopped;
      await consume('webhooks', { 'task.finished': handler });
      await until(() => seen.length >= 6);
      expect(seen.toSorted()).toEqual(named(6));
      await until(async () => (await harness.broker.depth('webhooks')) === 0);
    });

    test('the bodies of an envelope that a consumer had count as redelivered, each alone', async () => {
      const peer = await harness.openPeer();
      let begun = 0;
      const handler = (): void => {
        begun += 1;
        throw new Error('about to die');
      };
      await peer.consume('webhooks', { 'task.finished': handler }, { prefetch: 2 });
      await share(['a', 'b']);
      await until(() => begun >= 2);
      await peer.close();
      const seen: unknown[] = [];
      await consume('webhooks', {
        'task.finished': ({ task_id }, { redelivered }) => void seen.push([task_id, redelivered]),
      });
      await until(() => seen.length >= 2);
      expect(seen.toSorted()).toEqual([['a', true], ['b', true]]); // prettier-ignore
    });

    test('a body that kills every consumer is dead-lettered after its delivery limit, its neighbours are handled', async () => {
      const letters = await collectDeadLetters();
      const runs = ['a', 'poison', 'b'].map((taskId) => stepRun('transcode', taskId));
      await Promise.all(runs.map((run) => harness.broker.publish('step.run', run, { mayShare: true })));
      const handled = new Set<string>();
      let kills = 0;
      const live = async (peer: Broker): Promise<void> => {
        const before = kills;
        const handler = ({ task_id }: { task_id: string }): void => {
          if (task_id !== 'poison') return void handled.add(task_id);
          kills += 1;
          throw new Error('about to die');
        };
        await peer.consume('steps.transcode', { 'step.run': handler }, { prefetch: 1 });
        await until(() => kills > before || letters.length > 0);
        await peer.close();
      };
      while (letters.length === 0 && kills < 12) await live(await harness.openPeer());
      // Once in the envelope, then as often as any message.
      expect(kills).toBe(7);
      expect(letters).toEqual([
        {
          reason: 'delivery_limit',
          queue: 'steps.transcode',
          name: 'step.run',
          body: stepRun('transcode', 'poison'),
        },
      ]);
      await live(await harness.openPeer());
      expect([...handled].toSorted()).toEqual(['a', 'b']);
    });
  });
}
