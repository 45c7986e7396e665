import fc from 'fast-check';
import type { Stores } from '@medley/store';
import { makeTask, TestStores } from './test-stores';

const testStores = new TestStores();
let stores: Stores;
let other: Stores;
beforeAll(async () => {
  await testStores.start();
  [stores, other] = [await testStores.connect(), await testStores.connect()];
});
afterAll(() => testStores.stop());

/** What becomes of a task: charged so many units of the 10 reserved, or refunded since it was never stored. */
const fate = fc.oneof(fc.integer({ min: 0, max: 10 }), fc.constant('refunded' as const));
const UNITS = 10;

test('a budget is never exceeded and ends at what was charged, whoever reserves, settles and refunds at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fate, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 0, max: 12 }),
      async (fates, room) => {
        const { id: account_id } = await stores.accounts.create({
          name: 'n',
          tariff: 'free',
          balance: 1_000_000,
        });
        const { key } = await stores.keys.create(account_id, null);
        const limit = room * UNITS + 5;
        await stores.budgets.set(account_id, key.id, { limit, period: 'month' });
        const outcomes = await Promise.all(
          fates.map(async (end, index) => {
            const by = index % 2 === 0 ? stores : other;
            const task = makeTask({ account_id, key_id: key.id });
            const request = { units: UNITS, unfinishedMax: null, keyId: key.id };
            const outcome = await by.accounts.reserve(account_id, task.id, request);
            if (outcome !== 'reserved') return { outcome, charged: 0 };
            const spent = (await other.budgets.list(account_id)).get(key.id)?.spent ?? 0;
            expect(spent).toBeLessThanOrEqual(limit);
            if (end === 'refunded') {
              await by.accounts.release(account_id, task.id, UNITS);
              return { outcome, charged: 0 };
            }
            const { id: task_id, created_at } = task;
            const facts = {
              account_id,
              task_id,
              key_id: key.id,
              created_at,
              reserved: UNITS,
              extensions: 0,
              charged: end,
            };
            // However often it is settled.
            await Promise.all([stores, other, by].map((one) => one.accounts.settle([facts])));
            return { outcome, charged: end };
          }),
        );
        const charged = outcomes.reduce((sum, one) => sum + one.charged, 0);
        expect((await stores.budgets.list(account_id)).get(key.id)?.spent).toBe(charged);
        const refused = outcomes.filter(({ outcome }) => outcome !== 'reserved');
        expect(new Set(refused.map(({ outcome }) => outcome))).toEqual(
          new Set(refused.length > 0 ? ['over_budget'] : []),
        );
        // A refusal is possible only where the budget is smaller than all reservations at once.
        if (room >= fates.length) expect(refused).toEqual([]);
      },
    ),
    { numRuns: 40 },
  );
});
