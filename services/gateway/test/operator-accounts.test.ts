import { randomBytes, randomUUID } from 'node:crypto';
import { startTestGateway, summarize, TestClient, type TestGateway } from '@medley/testing/gateway';

const OPERATOR_KEY = randomBytes(32).toString('hex');

let gateway: TestGateway;
let operator: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway({ env: { OPERATOR_KEY } });
  operator = clientWith(OPERATOR_KEY);
});
afterAll(() => gateway.stop());

function clientWith(key: string): TestClient {
  return new TestClient(gateway.url, { key, keyId: '', accountId: '' });
}

interface Made {
  id: string;
  balance: number;
  key: { id: string; secret: string };
}

async function make(facts: object): Promise<Made> {
  const answer = await operator.post('/operator/accounts', facts);
  expect(answer.status).toBe(201);
  return answer.body.data as unknown as Made;
}

interface Listed {
  items: { id: string; name: string }[];
  pagination: { next_cursor: string | null };
}

async function list(query: string): Promise<Listed> {
  const answer = await operator.get(`/operator/accounts?${query}`);
  expect(answer.text).toContain('items');
  return answer.body.data as unknown as Listed;
}

it('a created account works with its first key, and has its credits in the ledger', async () => {
  const made = await make({ name: 'newsroom', tariff: 'business', credits: 12.3456 });
  const owner = clientWith(made.key.secret);
  expect((await owner.get('/balance')).body.data).toMatchObject({
    balance: 12.3456,
    tariff: 'business',
  });
  const ledger = (await owner.get('/ledger')).body.data as { items: object[] };
  expect(ledger.items).toMatchObject([{ kind: 'opening', balance: 12.3456 }]);
});

it('accounts are found by a part of the name in any case, by their id, and page by page', async () => {
  const tag = `Zürich (${randomUUID()})`;
  const made = [];
  for (const number of [1, 2, 3]) made.push((await make({ name: `${tag} ${number}` })).id);
  const newestFirst = [...made].reverse();

  const search = `search=${encodeURIComponent(tag.toUpperCase().replace('Ü', 'ü'))}`;
  expect((await list(search)).items.map(({ id }) => id)).toEqual(newestFirst);
  const first = await list(`${search}&limit=2`);
  const rest = await list(`${search}&limit=2&cursor=${first.pagination.next_cursor}`);
  expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(newestFirst);
  expect(rest.pagination.next_cursor).toBeNull();
  expect((await list(`search=${made[0]}`)).items.map(({ id }) => id)).toEqual([made[0]]);
  expect((await list(`search=${encodeURIComponent('.*')}`)).items).toEqual([]);
});

it('credit changes the balance by exactly its amount, once for an Idempotency-Key', async () => {
  const { id, key } = await make({ name: 'credit', credits: 1 });
  const path = `/operator/accounts/${id}/credit`;
  const headers = { 'Idempotency-Key': 'invoice-7' };
  const added = await operator.post(path, { credits: 0.1234 }, headers);
  expect(added.body.data['balance']).toBe(1.1234);
  expect((await operator.post(path, { credits: 0.1234 }, headers)).body.data['balance']).toBe(1.1234);
  expect((await operator.post(path, { credits: -1.1234 })).body.data['balance']).toBe(0);
  const ledger = (await clientWith(key.secret).get('/ledger')).body.data as { items: { balance: number }[] };
  expect(ledger.items.map(({ balance }) => balance)).toEqual([-1.1234, 0.1234, 1]);
});

it('a suspended account begins no work at once, reads, cancels, and works again when it is resumed', async () => {
  const { id, key } = await make({ name: 'late payer', credits: 10 });
  const owner = clientWith(key.secret);
  const task = await owner.create('/pii', { input: 'a' });
  const changed = await operator.send('PATCH', `/operator/accounts/${id}`, { body: { suspended: true } });
  expect(changed.body.data['suspended_at']).toEqual(expect.any(String));

  const refused = [
    await owner.post('/pii', { input: 'a' }),
    await owner.post('/tasks/batch', { tasks: [] }),
    await owner.post('/uploads'),
    await owner.post('/uploads/tus'),
    await owner.post(`/tasks/${task.id}/retry`),
  ];
  expect(refused.map(summarize)).toEqual(refused.map(() => '403 ACCOUNT_SUSPENDED'));
  expect(summarize(await owner.get(`/tasks/${task.id}`))).toBe('200');
  expect(summarize(await owner.post(`/tasks/${task.id}/cancel`))).toBe('202');

  await operator.send('PATCH', `/operator/accounts/${id}`, { body: { suspended: false } });
  expect(summarize(await owner.post('/pii', { input: 'a' }))).toBe('201');
});

it('a changed tariff counts at once', async () => {
  const { id, key } = await make({ name: 'growing' });
  const owner = clientWith(key.secret);
  expect((await owner.get('/balance')).body.data).toMatchObject({ tariff: 'standard' });
  await operator.send('PATCH', `/operator/accounts/${id}`, { body: { tariff: 'free' } });
  expect((await owner.get('/balance')).body.data).toMatchObject({ tariff: 'free' });
});

it('keys of an account are listed, made and deactivated, the last one of its owner too', async () => {
  const { id, key } = await make({ name: 'keys' });
  const path = `/operator/accounts/${id}/keys`;
  const made = await operator.post(path, { name: 'reader', role: 'read' });
  expect(made.status).toBe(201);
  const reader = clientWith(String(made.body.data['secret']));
  expect(summarize(await reader.get('/tasks'))).toBe('200');
  expect(summarize(await reader.post('/pii', { input: 'a' }))).toBe('403 FORBIDDEN');

  for (const keyId of [key.id, made.body.data['id']])
    expect(summarize(await operator.post(`${path}/${String(keyId)}/deactivate`))).toBe('200');
  expect(summarize(await reader.get('/tasks'))).toBe('401 API_KEY_INACTIVE');
  expect(summarize(await clientWith(key.secret).get('/tasks'))).toBe('401 API_KEY_INACTIVE');
  const { items } = (await operator.get(path)).body.data as { items: { active: boolean }[] };
  expect(items.map(({ active }) => active)).toEqual([false, false]);
});

it('a key of another account is not found under this one', async () => {
  const [one, other] = [await make({ name: 'one' }), await make({ name: 'other' })];
  const path = `/operator/accounts/${one.id}/keys/${other.key.id}/deactivate`;
  expect(summarize(await operator.post(path))).toBe('404 NOT_FOUND');
  expect(summarize(await clientWith(other.key.secret).get('/tasks'))).toBe('200');
});

it('bad input names its field, and changes nothing', async () => {
  const { id } = await make({ name: 'strict', credits: 5 });
  const path = `/operator/accounts/${id}`;
  const answers = [
    await operator.post('/operator/accounts', { tariff: 'free' }),
    await operator.post('/operator/accounts', { name: 'a', tariff: 'golden' }),
    await operator.post('/operator/accounts', { name: 'a', credits: -1 }),
    await operator.post(`${path}/credit`, { credits: 0.00001 }),
    await operator.post(`${path}/credit`, { credits: 0 }),
    await operator.post(`${path}/credit`, { credits: 1, kredits: 2 }),
    await operator.send('PATCH', path, { body: { suspended: 'yes', tariff: 'golden' } }),
    await operator.post(`${path}/keys`, { role: 'king' }),
    await operator.get('/operator/accounts?cursor=x&limit=0'),
  ];
  expect(answers.map(summarize)).toEqual([
    '400 VALIDATION_ERROR name',
    '400 VALIDATION_ERROR tariff',
    '400 VALIDATION_ERROR credits',
    '400 VALIDATION_ERROR credits',
    '400 VALIDATION_ERROR credits',
    '400 VALIDATION_ERROR kredits',
    '400 VALIDATION_ERROR suspended',
    '400 VALIDATION_ERROR role',
    '400 VALIDATION_ERROR limit,cursor',
  ]);
  expect((await operator.get(path)).body.data).toMatchObject({
    balance: 5,
    tariff: 'standard',
    suspended_at: null,
  });
  expect(summarize(await operator.get(`/operator/accounts/${randomUUID()}`))).toBe('404 NOT_FOUND');
  expect(summarize(await operator.post('/operator/accounts/x/credit', { credits: 1 }))).toBe('404 NOT_FOUND');
});
