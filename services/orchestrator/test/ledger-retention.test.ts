import { overlay, until } from '@medley/testing';
import { type OrchestratorHarness, startHarness } from './orchestrator-harness';

const DAY_MS = 86_400_000;
let harness: OrchestratorHarness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

/** Runs an orchestrator until its first maintenance is over; returns the times before which it folded the ledger. */
async function maintain(env: Record<string, string>): Promise<Date[]> {
  const { stores } = harness;
  const folds: Date[] = [];
  const foldLedger = (before: Date): Promise<number> => {
    folds.push(before);
    return stores.accounts.foldLedger(before);
  };
  let isOver = false;
  // Expired uploads are looked for after the maintenance.
  const expire: typeof stores.uploads.expire = (limit) => {
    isOver = true;
    return stores.uploads.expire(limit);
  };
  const seen = {
    accounts: overlay(stores.accounts, { foldLedger }),
    uploads: overlay(stores.uploads, { expire }),
  };
  const { stop } = await harness.orchestrate(env, overlay(stores, seen));
  await until(() => isOver);
  await stop();
  return folds;
}

test('the ledger is kept for ever by default, and for LEDGER_RETENTION_DAYS when that is set', async () => {
  expect(await maintain({})).toEqual([]);
  const now = harness.stores.now().getTime();
  const [before] = await maintain({ LEDGER_RETENTION_DAYS: '365' });
  const ageMs = now - (before?.getTime() ?? 0);
  expect(Math.round(ageMs / DAY_MS)).toBe(365);
});
