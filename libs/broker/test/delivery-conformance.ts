import fc from 'fast-check';
import { until } from '@medley/testing';
import type { BrokerHarness } from '@medley/testing/broker';

const outcomes = fc.array(fc.boolean(), { minLength: 1, maxLength: 40 });
/** After how many handled messages each consumer but the last is stopped. */
const lifetimes = fc.array(fc.integer({ min: 1, max: 10 }), { maxLength: 4 });

/** Every confirmed message is either handled or dead-lettered, exactly once. */
export function describeDeliveries(title: string, open: () => Promise<BrokerHarness>): void {
  describe(title, () => {
    let harness: BrokerHarness;
    let deadLettered: string[];
    beforeAll(async () => {
      harness = await open();
      await harness.broker.consumeDeadLetters(({ body }) => void deadLettered.push(body?.task_id ?? ''));
    });
    afterAll(() => harness.close());

    /** Publishes and consumes at the same time while consumers stop and start; returns the handled ids. */
    const publishAndConsume = async (
      ids: string[],
      isGood: (id: string) => boolean,
      goals: number[],
    ): Promise<string[]> => {
      const handled: string[] = [];
      const handler = async ({ task_id }: { task_id: string }): Promise<void | 'reject'> => {
        await new Promise((resolve) => setImmediate(resolve));
        if (!isGood(task_id)) return 'reject';
        handled.push(task_id);
        return undefined;
      };
      const publishing = ids.map((task_id) => harness.broker.publish('task.finished', { task_id }));
      const isDone = (): boolean => handled.length + deadLettered.length >= ids.length;
      for (const goal of [...goals, Infinity]) {
        const enough = handled.length + goal;
        const consumer = await harness.broker.consume(
          'webhooks',
          { 'task.finished': handler },
          { prefetch: 4 },
        );
        await until(() => handled.length >= enough || isDone());
        await consumer.stop();
      }
      expect(new Set(await Promise.all(publishing))).toEqual(new Set(['confirmed']));
      return handled;
    };

    test('every message is handled once or dead-lettered once while consumers stop and start', async () => {
      let run = 0;
      const scenario = async (isGood: boolean[], goals: number[]): Promise<void> => {
        run += 1;
        deadLettered = [];
        const ids = isGood.map((_, index) => `${run}-${index}`);
        const good = new Set(ids.filter((_, index) => isGood[index]));
        const handled = await publishAndConsume(ids, (id) => good.has(id), goals);
        expect(handled.toSorted()).toEqual([...good].toSorted());
        expect(deadLettered.toSorted()).toEqual(ids.filter((id) => !good.has(id)).toSorted());
      };
      await fc.assert(fc.asyncProperty(outcomes, lifetimes, scenario), { numRuns: 10 });
    });
  });
}
