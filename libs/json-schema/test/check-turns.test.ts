import { createJsonSchemaChecker, type JsonSchemaChecker } from '@medley/json-schema';
import { Registry } from 'prom-client';
import { slowSchema } from '@medley/testing';
import { schemaLimits } from '../src/schema-limits';

const tooSlow = 'must not take longer than 1 s to compile';
const beyondRequest = 'must not take longer than 3 s to compile with the others';

let metrics: Registry;
let checker: JsonSchemaChecker;
beforeEach(() => {
  metrics = new Registry();
  checker = createJsonSchemaChecker(metrics);
});
afterEach(() => checker.close());

/** How many schemas threads have worked on, by how that ended. */
async function worked(): Promise<Record<string, number>> {
  const counted = await metrics.getSingleMetric('medley_worker_pool_tasks_total')?.get();
  return Object.fromEntries(
    counted?.values.map(({ labels, value }) => [String(labels['outcome']), value]) ?? [],
  );
}

test('the schemas of one request get the time of three slow ones, the rest are refused unchecked', async () => {
  const request = checker.forRequest({ account: 'a' });
  const verdicts = await Promise.all(Array.from({ length: 20 }, (_, i) => request.check(slowSchema(`${i}`))));
  const slow = schemaLimits.requestMs / schemaLimits.checkMs;
  expect(verdicts.slice(0, slow)).toEqual(Array.from({ length: slow }, () => tooSlow));
  expect(new Set(verdicts.slice(slow))).toEqual(new Set([beyondRequest]));
  // On a fast machine a thread may run out of memory before it runs out of time; either refuses the schema.
  const { timeout = 0, crashed = 0, ...others } = await worked();
  expect({ ended: timeout + crashed, others }).toEqual({ ended: slow, others: {} });
});

test('a schema of another account is checked before the backlog of the first one', async () => {
  const order: string[] = [];
  const note = (name: string, verdict: Promise<unknown>): Promise<unknown> =>
    verdict.then(() => order.push(name));
  const backlog = Array.from({ length: 4 }, (_, i) =>
    note('a', checker.check(slowSchema(`${i}`), { account: 'a' })),
  );
  await Promise.all([note('b', checker.check({ type: 'string' }, { account: 'b' })), ...backlog]);
  // Both threads are busy when it is queued; it gets the first free one.
  expect(order.indexOf('b')).toBeLessThanOrEqual(2);
});

test('the same schema is compiled once for all accounts, whether valid, invalid or slow', async () => {
  const schemas = [{ type: 'string' }, { type: 'strin' }, slowSchema('again')];
  const ask = (account: string): Promise<unknown[]> =>
    Promise.all(schemas.map((schema) => checker.check(schema, { account })));
  const first = await ask('a');
  const after = await worked();
  expect(await ask('b')).toEqual(first);
  expect(first).toEqual([null, expect.stringMatching(/^is no valid/), tooSlow]);
  expect(await worked()).toEqual(after);
});

test('a check that its caller has aborted does not run', async () => {
  const gone = new AbortController();
  const request = checker.forRequest({ account: 'a', signal: gone.signal });
  const checks = Array.from({ length: 20 }, (_, i) => request.check(slowSchema(`${i}`)));
  const settled = Promise.allSettled(checks);
  gone.abort(new Error('gone'));
  expect((await settled).every(({ status }) => status === 'rejected')).toBe(true);
  await expect(checker.check({ type: 'number' }, { account: 'b' })).resolves.toBeNull();
  expect(await worked()).toEqual({ aborted: 20, completed: 1 });
});
