import { summarize, type TestClient } from '@medley/testing/gateway';
import { startTestMongo, type TestMongo } from '@medley/testing/mongo';
import { startTestSystem, type TestSystem } from '@medley/testing/system';
import { startWiretap, type Wiretap } from '@medley/testing';

const ATTEMPTS = 100;
/** Only requests query the database for these. */
const quiet = { ORCHESTRATOR_TICK_MS: '60000', WEBHOOK_POLL_MS: '10000' };

let mongo: TestMongo;
let tap: Wiretap;
let system: TestSystem;

beforeAll(async () => {
  mongo = await startTestMongo();
  tap = await startWiretap(mongo.url);
  system = await startTestSystem({ mongoUrl: tap.url, env: quiet });
});
afterAll(async () => {
  await system.stop();
  await tap.close();
  await mongo.stop();
});

/** Calls of the database about keys and tasks while `work` ran: each names its collection in the bytes sent. */
async function countOnce(work: () => Promise<unknown>): Promise<number> {
  const from = tap.recorded().length;
  await work();
  const sent = tap.recorded().subarray(from).toString('latin1');
  return (sent.match(/\0(?:idempotency|tasks)\0/g) ?? []).length;
}

/** The least of three counts: a timer of a service may fall into one of them. */
async function countCalls(work: () => Promise<unknown>): Promise<number> {
  return Math.min(await countOnce(work), await countOnce(work), await countOnce(work));
}

test('the database calls of an idempotent replay do not grow with the number of attempts', async () => {
  const poor = await system.newClient({ credits: 0 });
  const headers = { 'Idempotency-Key': 'again and again' };
  const tryOnce = (client: TestClient): Promise<string> =>
    client.post('/pii', { input: 'Иван' }, headers).then(summarize);
  await tryOnce(poor);
  const early = await countCalls(() => tryOnce(poor));
  for (let attempt = 4; attempt < ATTEMPTS - 3; attempt += 1) {
    expect(await tryOnce(poor)).toBe('402 INSUFFICIENT_BALANCE');
  }
  const later = await countCalls(() => tryOnce(poor));
  expect(early).toBeGreaterThan(0);
  expect(later).toBe(early);

  await system.stores.accounts.credit(poor.identity.accountId, 10_000);
  expect(await tryOnce(poor)).toBe('201');
  expect(
    (await system.stores.tasks.list({ account_id: poor.identity.accountId }, { limit: 9, offset: 0 })).total,
  ).toBe(1);
});
