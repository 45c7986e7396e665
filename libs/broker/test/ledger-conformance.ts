import fc from 'fast-check';
import { until } from '../../../tests/support/until';
import type { BrokerHarness } from './broker-harness';

const fates = fc.array(fc.boolean(), { minLength: 1, maxLength: 40 });
/** After how many good messages each consumer but the last is stopped. */
const lives = fc.array(fc.integer({ min: 1, max: 10 }), { maxLength: 4 });

/** The books balance: what was confirmed is what was handled and what was buried. */
export function describeLedger(title: string, open: () => Promise<BrokerHarness>): void {
  describe(title, () => {
    let lab: BrokerHarness;
    let buried: string[];
    beforeAll(async () => {
      lab = await open();
      await lab.broker.consumeDeadLetters(async ({ body }) => void buried.push(body?.task_id ?? ''));
    });
    afterAll(() => lab.close());

    /** Publish and consume at the same time, with consumers that stop and start; returns who was handled. */
    const live = async (
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
      const publishing = ids.map((task_id) => lab.broker.publish('task.finished', { task_id }));
      const isDone = (): boolean => handled.length + buried.length >= ids.length;
      for (const goal of [...goals, Infinity]) {
        const enough = handled.length + goal;
        const consumer = await lab.broker.consume('webhooks', { 'task.finished': handler }, { prefetch: 4 });
        await until(() => handled.length >= enough || isDone());
        await consumer.stop();
      }
      expect(new Set(await Promise.all(publishing))).toEqual(new Set(['confirmed']));
      return handled;
    };

    test('every message is handled once or buried once, whatever stops and starts in between', async () => {
      let run = 0;
      const story = async (isGood: boolean[], goals: number[]): Promise<void> => {
        run += 1;
        buried = [];
        const ids = isGood.map((_, index) => `${run}-${index}`);
        const good = new Set(ids.filter((_, index) => isGood[index]));
        const handled = await live(ids, (id) => good.has(id), goals);
        expect(handled.toSorted()).toEqual([...good].toSorted());
        expect(buried.toSorted()).toEqual(ids.filter((id) => !good.has(id)).toSorted());
      };
      await fc.assert(fc.asyncProperty(fates, lives, story), { numRuns: 10 });
    });
  });
}
