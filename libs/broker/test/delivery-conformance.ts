import fc from 'fast-check';
import { until } from '@medley/testing';
import type { BrokerHarness } from '@medley/testing/broker';

/** Of each message: whether its handler accepts it, and whether it may share an envelope. */
const messages = fc.array(fc.record({ isGood: fc.boolean(), mayShare: fc.boolean() }), {
  minLength: 1,
  maxLength: 80,
});
type Sample = typeof messages extends fc.Arbitrary<infer M> ? M : never;
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
      sample: ReadonlyMap<string, Sample[number]>,
      goals: number[],
    ): Promise<string[]> => {
      const handled: string[] = [];
      const handler = async ({ task_id }: { task_id: string }): Promise<void | 'reject'> => {
        await new Promise((resolve) => setImmediate(resolve));
        if (!sample.get(task_id)?.isGood) return 'reject';
        handled.push(task_id);
        return undefined;
      };
      const publishing = [...sample].map(([task_id, { mayShare }]) =>
        harness.broker.publish('task.finished', { task_id }, { mayShare }),
      );
      const isDone = (): boolean => handled.length + deadLettered.length >= sample.size;
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
      const scenario = async (rows: Sample, goals: number[]): Promise<void> => {
        run += 1;
        deadLettered = [];
        const sample = new Map(rows.map((row, index) => [`${run}-${index}`, row]));
        const idsOf = (isGood: boolean): string[] =>
          [...sample].filter(([, row]) => row.isGood === isGood).map(([id]) => id);
        const handled = await publishAndConsume(sample, goals);
        expect(handled.toSorted()).toEqual(idsOf(true).toSorted());
        expect(deadLettered.toSorted()).toEqual(idsOf(false).toSorted());
      };
      await fc.assert(fc.asyncProperty(messages, lifetimes, scenario), { numRuns: 10 });
    });
  });
}
