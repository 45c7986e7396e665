import type { Consumer, DeadLetter, MessageHandlers, QueueName } from '@medley/broker';
import { stepKinds, type MessageBodies, type MessageName } from '@medley/contracts';
import { until } from '@medley/testing';
import type { BrokerHarness } from '@medley/testing/broker';
import { stepFinished, stepRun } from './messages';

/** Guarantees of the durable half of `Broker`, for every implementation. */
export function describeBroker(title: string, open: () => Promise<BrokerHarness>): void {
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

    const consume = async (queue: QueueName, handlers: MessageHandlers, prefetch = 1): Promise<Consumer> => {
      const consumer = await harness.broker.consume(queue, handlers, { prefetch });
      consumers.push(consumer);
      return consumer;
    };
    const collectDeadLetters = async (): Promise<DeadLetter[]> => {
      const letters: DeadLetter[] = [];
      consumers.push(await harness.broker.consumeDeadLetters((letter) => void letters.push(letter)));
      return letters;
    };

    test('a confirmed message reaches a consumer that subscribes later', async () => {
      expect(await harness.broker.publish('step.run', stepRun('llm'))).toBe('confirmed');
      const seen: unknown[] = [];
      await consume('steps.llm', { 'step.run': (body, facts) => void seen.push([body, facts]) });
      await until(() => seen.length === 1);
      expect(seen).toEqual([[stepRun('llm'), { messageId: 'task:step:2', redelivered: false }]]);
    });

    test('every message goes to its own queue', async () => {
      const bodies: { [N in MessageName]: MessageBodies[N] } = {
        'task.submitted': { task_id: 'a' },
        'task.requested': { task_id: 'a' },
        'step.run': stepRun('fetch'),
        'step.finished': stepFinished(),
        'step.alive': { task_id: 'a', step_id: 's', attempt: 1, elapsed_ms: 1, progress: null },
        'step.claim': { task_id: 'a', step_id: 's', attempt: 1, worker: 'w' },
        'task.finished': { task_id: 'a' },
      };
      for (const name of Object.keys(bodies) as MessageName[])
        await harness.broker.publish(name, bodies[name]);
      for (const kind of stepKinds.slice(1)) await harness.broker.publish('step.run', stepRun(kind));
      await until(async () => (await harness.broker.depth('orchestrator')) === 5);
      await until(async () => (await harness.broker.depth('webhooks')) === 1);
      for (const kind of stepKinds)
        await until(async () => (await harness.broker.depth(`steps.${kind}`)) === 1);
    });

    test('a body that does not match the catalogue is refused at the publisher', async () => {
      const wrong = { task_id: 7 } as unknown as MessageBodies['task.submitted'];
      await expect(harness.broker.publish('task.submitted', wrong)).rejects.toThrow(TypeError);
      const extra = { task_id: 'a', secret: 'b' } as MessageBodies['task.submitted'];
      await expect(harness.broker.publish('task.submitted', extra)).rejects.toThrow('secret: object.unknown');
    });

    test('a consumer gets a copy of the body', async () => {
      const seen: object[] = [];
      await consume('webhooks', { 'task.finished': (body) => void seen.push(body) });
      const body = { task_id: 'before' };
      const published = harness.broker.publish('task.finished', body);
      body.task_id = 'after';
      await published;
      await until(() => seen.length === 1);
      expect(seen).toEqual([{ task_id: 'before' }]);
    });

    test('a message to a deleted queue is unroutable, and the queue is declared again', async () => {
      await harness.deleteQueue('webhooks');
      expect(await harness.broker.publish('task.finished', { task_id: 'a' })).toBe('unroutable');
      await until(
        async () => (await harness.broker.publish('task.finished', { task_id: 'b' })) === 'confirmed',
      );
    });

    test('a consumer of a deleted queue subscribes again after its redeclaration', async () => {
      const seen: string[] = [];
      await consume('webhooks', { 'task.finished': ({ task_id }) => void seen.push(task_id) });
      await harness.deleteQueue('webhooks');
      await until(
        async () => (await harness.broker.publish('task.finished', { task_id: 'a' })) === 'confirmed',
      );
      await until(() => seen.length > 0);
    });

    test('at most `prefetch` messages are unacked', async () => {
      let unacked = 0;
      let most = 0;
      let handled = 0;
      const handler = async (): Promise<void> => {
        unacked += 1;
        most = Math.max(most, unacked);
        // Hold the messages until the limit is reached and for a few checks more, which would show one too many.
        let checks = 0;
        await until(() => most >= 3 && ++checks > 2);
        unacked -= 1;
        handled += 1;
      };
      await consume('orchestrator', { 'task.submitted': handler }, 3);
      const tasks = Array.from({ length: 12 }, (_, index) => ({ task_id: `task-${index}` }));
      await Promise.all(tasks.map((task) => harness.broker.publish('task.submitted', task)));
      await until(() => handled === 12);
      expect(most).toBe(3);
    });

    test('two consumers share a queue, each message goes to one', async () => {
      const seen: string[] = [];
      const handlers: MessageHandlers = { 'task.submitted': ({ task_id }) => void seen.push(task_id) };
      await Promise.all([consume('orchestrator', handlers), consume('orchestrator', handlers)]);
      const ids = Array.from({ length: 20 }, (_, index) => `task-${index}`);
      await Promise.all(ids.map((task_id) => harness.broker.publish('task.submitted', { task_id })));
      await until(() => seen.length >= 20);
      expect(seen.toSorted()).toEqual(ids.toSorted());
    });

    test('a handler that throws keeps its message and is called again; no other consumer gets it', async () => {
      const calls: boolean[] = [];
      const handler = (_body: object, facts: { redelivered: boolean }): void => {
        calls.push(facts.redelivered);
        if (calls.length < 3) throw new Error('the database is unavailable');
      };
      await consume('webhooks', { 'task.finished': handler });
      await harness.broker.publish('task.finished', { task_id: 'a' });
      await until(() => calls.length > 0);
      expect(await harness.broker.depth('webhooks')).toBe(0);
      await until(() => calls.length === 3);
      expect(calls).toEqual([false, false, false]);
    });

    test('a rejected message becomes a dead letter with its body and reason', async () => {
      const letters = await collectDeadLetters();
      await consume('steps.llm', { 'step.run': () => 'reject' as const });
      await harness.broker.publish('step.run', stepRun('llm'));
      await until(() => letters.length === 1);
      expect(letters).toEqual([
        { reason: 'rejected', queue: 'steps.llm', name: 'step.run', body: stepRun('llm') },
      ]);
    });

    test.each([
      ['bytes that are not JSON', { name: 'task.finished', version: 1, content: '{' }],
      [
        'bytes that are not UTF-8',
        { name: 'task.finished', version: 1, content: Buffer.from([34, 255, 34]) },
      ],
      ['an unknown version', { name: 'task.finished', version: 99, content: '{"task_id":"a"}' }],
      ['a body of another shape', { name: 'task.finished', version: 1, content: '{"task_id":{"$ne":1}}' }],
      ['no body', { name: 'task.finished', version: 1, content: '' }],
      ['an unknown name', { name: 'constructor', version: 1, content: '{"task_id":"a"}' }],
      ['five megabytes', { name: 'task.finished', version: 1, content: `"${'x'.repeat(5_000_000)}"` }],
    ])('%s: dead-lettered once, and the next message is handled', async (_title, message) => {
      const letters = await collectDeadLetters();
      const seen: string[] = [];
      await consume('webhooks', { 'task.finished': ({ task_id }) => void seen.push(task_id) });
      await harness.inject('webhooks', message);
      await harness.broker.publish('task.finished', { task_id: 'good' });
      await until(() => letters.length === 1 && seen.length === 1);
      const name = message.name === 'task.finished' ? 'task.finished' : null;
      expect(letters).toEqual([{ reason: 'rejected', queue: 'webhooks', name, body: null }]);
      expect(seen).toEqual(['good']);
    });

    test('a message its consumer has no handler for is dead-lettered', async () => {
      const letters = await collectDeadLetters();
      await consume('orchestrator', { 'task.submitted': () => undefined });
      await harness.broker.publish('task.requested', { task_id: 'a' });
      await until(() => letters.length === 1);
      expect(letters[0]).toMatchObject({
        reason: 'rejected',
        name: 'task.requested',
        body: { task_id: 'a' },
      });
    });

    test('fields of a newer publisher are dropped', async () => {
      const seen: object[] = [];
      await consume('webhooks', { 'task.finished': (body) => void seen.push(body) });
      await harness.inject('webhooks', {
        name: 'task.finished',
        version: 1,
        content: '{"task_id":"a","new":1}',
      });
      await until(() => seen.length === 1);
      expect(seen).toEqual([{ task_id: 'a' }]);
    });

    test('stopping waits for the unacked message and settles it', async () => {
      let finish: () => void = () => undefined;
      let started = false;
      const consumer = await consume('webhooks', {
        'task.finished': () => {
          started = true;
          return new Promise<void>((resolve) => (finish = resolve));
        },
      });
      await harness.broker.publish('task.finished', { task_id: 'a' });
      await until(() => started);
      let stopped = false;
      const stopping = consumer.stop().then(() => (stopped = true));
      await harness.broker.publish('task.finished', { task_id: 'b' });
      await until(async () => (await harness.broker.depth('webhooks')) === 1);
      expect(stopped).toBe(false);
      finish();
      await stopping;
      expect(await harness.broker.depth('webhooks')).toBe(1);
    });

    test('stopping a consumer whose handler fails returns the message to the queue', async () => {
      let calls = 0;
      const first = await consume('webhooks', {
        'task.finished': () => {
          calls += 1;
          return Promise.reject(new Error('the database is unavailable'));
        },
      });
      await harness.broker.publish('task.finished', { task_id: 'a' });
      await until(() => calls > 0);
      await first.stop();
      const seen: boolean[] = [];
      await consume('webhooks', { 'task.finished': (_, facts) => void seen.push(facts.redelivered) });
      await until(() => seen.length === 1);
      expect(seen).toEqual([true]);
    });

    test('a message that kills every consumer is dead-lettered after its delivery limit', async () => {
      const letters = await collectDeadLetters();
      await harness.broker.publish('step.run', stepRun('transcode'));
      let deliveries = 0;
      while (letters.length === 0 && deliveries < 12) {
        const before = deliveries;
        const consumer = await consume('steps.transcode', {
          'step.run': () => {
            deliveries += 1;
            return Promise.reject(new Error('about to die'));
          },
        });
        await until(() => deliveries > before || letters.length > 0);
        await consumer.stop();
      }
      expect(deliveries).toBe(6);
      expect(letters).toEqual([
        { reason: 'delivery_limit', queue: 'steps.transcode', name: 'step.run', body: stepRun('transcode') },
      ]);
    });

    test('dead letters come one at a time and stay until their handler succeeds', async () => {
      await consume('webhooks', { 'task.finished': () => 'reject' as const }, 2);
      await harness.broker.publish('task.finished', { task_id: 'a' });
      await harness.broker.publish('task.finished', { task_id: 'b' });
      const calls: unknown[] = [];
      const dead = await harness.broker.consumeDeadLetters(({ body }) => {
        calls.push(body);
        if (calls.length === 1) throw new Error('the database is unavailable');
      });
      consumers.push(dead);
      await until(() => calls.length === 3);
      expect(calls[1]).toEqual(calls[0]);
      expect(calls).toContainEqual({ task_id: 'a' });
      expect(calls).toContainEqual({ task_id: 'b' });
    });

    test('depth counts ready messages, not unacked ones', async () => {
      let started = 0;
      let finish: () => void = () => undefined;
      const gate = new Promise<void>((resolve) => (finish = resolve));
      await consume('webhooks', {
        'task.finished': async () => {
          started += 1;
          await gate;
        },
      });
      for (const task_id of ['a', 'b', 'c']) await harness.broker.publish('task.finished', { task_id });
      await until(() => started === 1);
      await until(async () => (await harness.broker.depth('webhooks')) === 2);
      finish();
      await until(async () => (await harness.broker.depth('webhooks')) === 0);
    });

    test('the depth of a missing queue is null and other depths stay readable', async () => {
      await harness.deleteQueue('steps.fetch');
      const depths = await Promise.all([
        harness.broker.depth('steps.fetch'),
        harness.broker.depth('webhooks'),
        harness.broker.depth('steps.fetch'),
        harness.broker.depth('orchestrator'),
      ]);
      expect(depths).toEqual([null, 0, null, 0]);
    });

    test('a closed broker accepts nothing and reports it', async () => {
      expect(harness.broker.checkHealth()).toBeNull();
      await harness.broker.close();
      expect(harness.broker.checkHealth()).toContain('closed');
      expect(await harness.broker.publish('task.finished', { task_id: 'a' })).toBe('unknown');
    });
  });
}
