import type { Account, Task } from '@medley/contracts';
import type { TestClient } from '@medley/testing/gateway';
import { respondJson, makeWav, serveBytes, startStubUpstream, type StubUpstream } from '@medley/testing';
import { startTestSystem, type TestSystem } from '@medley/testing/system';

/** Long enough to cost more than the ten minutes that are reserved at creation. */
const MINUTES = 25;
const PRICE_OF_FETCH = 1_000;
const PRICE_OF_TRANSCRIBE = 1_000 + MINUTES * 5_000;

let system: TestSystem;
let source: { url: string; stop: () => Promise<void> };
let speech: StubUpstream;
let language: StubUpstream;
/** The response of the speech engine. */
let transcript = 'word';

beforeAll(async () => {
  const wav = makeWav(MINUTES * 60, { rate: 1_000 });
  const unstated = Buffer.from(wav);
  unstated.writeUInt32LE(0, 40);
  source = await serveBytes({ '/long.wav': wav, '/unstated.wav': unstated, '/short.wav': makeWav(1) });
  [speech, language] = [await startStubUpstream(), await startStubUpstream()];
  speech.respond((response, request) => {
    const segments = [{ start: 0, end: 1, text: transcript }];
    respondJson({ language: 'russian', duration: 1, text: transcript, segments })(response, request);
  });
  const message = { role: 'assistant', content: 'said' };
  language.respond(respondJson({ model: 'm', choices: [{ message, finish_reason: 'stop' }] }));
  system = await startTestSystem({ env: { ASR_BASE_URL: speech.url, LLM_BASE_URL: language.url } });
});
afterAll(async () => {
  await system.stop();
  await Promise.all([source.stop(), speech.close(), language.close()]);
});
beforeEach(() => {
  transcript = 'word';
  speech.requests.length = 0;
  language.requests.length = 0;
});

async function run(client: TestClient, path: string, body: object): Promise<[Task, Account]> {
  const { id } = await client.create(path, body);
  const task = await system.ended(id);
  const account = await system.stores.accounts.find(client.identity.accountId);
  if (!account) throw new Error('the account is gone');
  return [task, account];
}

const transcribe = (name: string): object => ({ url: `${source.url}/${name}`, diarization: false });

test('media longer than the account can pay for is not transcribed, and the balance stays above zero', async () => {
  const client = await system.newClient({ credits: 6 });
  const [task, account] = await run(client, '/transcribe', transcribe('long.wav'));
  expect(task.error).toMatchObject({ code: 'INSUFFICIENT_BALANCE', step: 'transcribe' });
  expect(speech.requests).toHaveLength(0);
  expect([account.balance, account.reserved, account.charged]).toEqual([
    60_000 - PRICE_OF_FETCH,
    0,
    PRICE_OF_FETCH,
  ]);
});

test('two tasks that each fit the balance alone do not overdraw it together', async () => {
  const client = await system.newClient({ credits: 20 });
  const tasks = await Promise.all([1, 2].map(() => client.create('/transcribe', transcribe('long.wav'))));
  const ended = await Promise.all(tasks.map(({ id }) => system.ended(id)));
  const codes = ended.map(({ error }) => error?.code ?? 'none').sort();
  expect(codes).toContain('INSUFFICIENT_BALANCE');
  const account = await system.stores.accounts.find(client.identity.accountId);
  expect(account?.balance).toBeGreaterThanOrEqual(0);
  expect((account?.balance ?? 0) + (account?.charged ?? 0)).toBe(200_000);
});

test('media whose length is paid for is transcribed and charged by its length, and the ledger accounts for all of it', async () => {
  const client = await system.newClient({ credits: 20 });
  const [task, account] = await run(client, '/transcribe', transcribe('long.wav'));
  expect(task).toMatchObject({ status: 'completed', error: null });
  expect(task.cost.charged).toBe(PRICE_OF_FETCH + PRICE_OF_TRANSCRIBE);
  expect(task.cost.reserved).toBe(task.cost.charged);
  expect([account.balance, account.reserved]).toEqual([200_000 - task.cost.charged, 0]);
  const { items } = await system.stores.accounts.ledger(account.id, { limit: 10, offset: 0 });
  expect(items.map(({ kind }) => kind).sort()).toEqual(['opening', 'reserve', 'reserve', 'settle']);
  expect(items.reduce((sum, entry) => sum + entry.balance, 0)).toBe(account.balance);
});

test('media of unknown length is processed no longer than the ten minutes reserved for it', async () => {
  const client = await system.newClient({ credits: 6 });
  const [task, account] = await run(client, '/transcribe', transcribe('unstated.wav'));
  expect(task.error).toMatchObject({ code: 'MEDIA_LENGTH_MISMATCH', step: 'transcribe' });
  expect(speech.requests).toHaveLength(0);
  expect(account.charged).toBe(PRICE_OF_FETCH);
});

test('a transcript longer than the account can pay for is not given to the language model', async () => {
  transcript = 'word '.repeat(20_000);
  const client = await system.newClient({ credits: 6 });
  const [task, account] = await run(client, '/tasks', {
    url: `${source.url}/short.wav`,
    steps: [
      { name: 'fetch' },
      { name: 'transcribe', options: { diarization: false } },
      { name: 'llm', options: { template: 'summary' } },
    ],
  });
  expect(task.error).toMatchObject({ code: 'INSUFFICIENT_BALANCE', step: 'llm' });
  expect(speech.requests.length).toBeGreaterThan(0);
  expect(language.requests).toHaveLength(0);
  expect(account.balance).toBeGreaterThanOrEqual(0);
});

test('a transcript that would make the task cost more than its max_cost is not given to the language model', async () => {
  transcript = 'word '.repeat(20_000);
  const client = await system.newClient({ credits: 100 });
  const [task, account] = await run(client, '/tasks', {
    url: `${source.url}/short.wav`,
    max_cost: 6,
    steps: [
      { name: 'fetch' },
      { name: 'transcribe', options: { diarization: false } },
      { name: 'llm', options: { template: 'summary' } },
    ],
  });
  expect(task.error).toMatchObject({ code: 'COST_LIMIT', step: 'llm', retryable: false });
  expect(speech.requests.length).toBeGreaterThan(0);
  expect(language.requests).toHaveLength(0);
  expect(account.charged).toBeLessThanOrEqual(60_000);
});
