import { startTestGateway, summarize, TestClient, type TestGateway } from '@medley/testing/gateway';
import { until } from '@medley/testing';

interface KeyData {
  id: string;
  secret: string;
  [field: string]: unknown;
}

let gateway: TestGateway;
let owner: TestClient;

beforeAll(async () => (gateway = await startTestGateway()));
afterAll(() => gateway.stop());
beforeEach(async () => (owner = await gateway.newClient()));

async function makeKey(body: object = {}): Promise<KeyData> {
  const answer = await owner.post('/keys', body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.data as KeyData;
}

function withKey({ id, secret }: KeyData, url = gateway.url): TestClient {
  return new TestClient(url, { ...owner.identity, key: secret, keyId: id });
}

test('a new key works, and only its creation shows the secret', async () => {
  const key = await makeKey({ name: 'nightly', role: 'read' });
  expect(key).toMatchObject({ name: 'nightly', role: 'read', active: true, expires_at: null });
  expect(key.secret).toMatch(/^sk-.{43}$/);
  expect(key['last4']).toBe(key.secret.slice(-4));
  expect((await withKey(key).get('/balance')).status).toBe(200);
  const list = await owner.get('/keys');
  expect(list.text).not.toContain(key.secret);
  expect(list.body.data['items']).toEqual([
    expect.objectContaining({ id: key.id, role: 'read' }),
    expect.objectContaining({ id: owner.identity.keyId, role: 'owner', name: null }),
  ]);
});

test('the role of a new key is tasks when it is absent', async () => {
  expect((await makeKey())['role']).toBe('tasks');
});

test('every key of an earlier version is an owner’s', async () => {
  expect((await owner.get('/keys')).status).toBe(200);
});

test('the last use of a key is shown', async () => {
  const key = await makeKey();
  await withKey(key).get('/balance');
  await until(async () => {
    const { items } = (await owner.get('/keys')).body.data as { items: KeyData[] };
    return typeof items.find(({ id }) => id === key.id)?.['last_used_at'] === 'string';
  });
});

test.each([
  [
    'deactivated',
    '401 API_KEY_INACTIVE',
    (id: string) => owner.send('PATCH', `/keys/${id}`, { body: { active: false } }),
  ],
  ['deleted', '401 INVALID_API_KEY', (id: string) => owner.send('DELETE', `/keys/${id}`)],
  [
    'limited',
    '403 FORBIDDEN',
    (id: string) => owner.send('PATCH', `/keys/${id}`, { body: { role: 'read' } }),
  ],
])(
  'a key that was %s is refused at once, also by a gateway that has just seen it',
  async (_, refusal, change) => {
    const key = await makeKey();
    const clients = [withKey(key), withKey(key, await gateway.startAnother())];
    const tryAll = (): Promise<string[]> =>
      Promise.all(clients.map(async (client) => summarize(await client.post('/pii', { input: 'x' }))));
    expect(await tryAll()).toEqual(['201', '201']);
    expect((await change(key.id)).status).toBe(200);
    expect((await tryAll())[0]).toBe(refusal);
    await until(async () => (await tryAll())[1] === refusal);
  },
);

test('a key expires at its time', async () => {
  const key = await makeKey({ expires_at: new Date(Date.now() + 700).toISOString() });
  const client = withKey(key);
  expect((await client.get('/balance')).status).toBe(200);
  await until(async () => summarize(await client.get('/balance')) === '401 API_KEY_EXPIRED');
});

test('null empties the name and the expiry, and absent fields stay', async () => {
  const key = await makeKey({ name: 'a', expires_at: '2099-01-01T00:00:00Z' });
  const answer = await owner.send('PATCH', `/keys/${key.id}`, { body: { expires_at: null } });
  expect(answer.body.data).toMatchObject({ name: 'a', expires_at: null });
  const again = await owner.send('PATCH', `/keys/${key.id}`, { body: { name: null } });
  expect(again.body.data).toMatchObject({ name: null, role: 'tasks' });
});

test.each([
  [{ role: 'admin' }, 'role'],
  [{ name: '' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ name: { $gt: '' } }, 'name'],
  [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
  [{ expires_at: '2099-13-01T00:00:00Z' }, 'expires_at'],
  [{ expires_at: 'tomorrow' }, 'expires_at'],
  [{ expires_at: 5 }, 'expires_at'],
  [{ role: 1, name: [] }, 'name,role'],
])('invalid facts of a key are refused with their field: %j', async (body, fields) => {
  expect(summarize(await owner.post('/keys', body))).toBe(`400 VALIDATION_ERROR ${fields}`);
  const path = `/keys/${owner.identity.keyId}`;
  expect(summarize(await owner.send('PATCH', path, { body }))).toBe(`400 VALIDATION_ERROR ${fields}`);
});

test.each(['owner', 'tasks', 'read'])(
  'a key with the role %s sees itself, without its secret',
  async (role) => {
    const made = (await owner.post('/keys', { role, name: 'mine' })).body.data;
    const secret = String(made['secret']);
    const answer = await owner.get('/keys/current', { Authorization: `Bearer ${secret}` });
    expect(answer.body.data).toMatchObject({ id: made['id'], role, name: 'mine', active: true });
    expect(answer.text).not.toContain(secret);
  },
);

test('keys of other accounts look as if they did not exist', async () => {
  const key = await makeKey();
  const other = await gateway.newClient();
  for (const id of [key.id, crypto.randomUUID(), 'x']) {
    expect(summarize(await other.send('PATCH', `/keys/${id}`, { body: {} }))).toBe('404 NOT_FOUND');
    expect(summarize(await other.send('DELETE', `/keys/${id}`))).toBe('404 NOT_FOUND');
  }
  expect((await withKey(key).get('/balance')).status).toBe(200);
});

test('a repeated creation with an Idempotency-Key shows the same secret, which is not stored in plain text', async () => {
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const first = await owner.post('/keys', {}, headers);
  const second = await owner.post('/keys', {}, headers);
  expect(second.body).toEqual(first.body);
  const hash = 'of another request';
  const found = await gateway.stores.idempotency.begin(
    owner.identity.accountId,
    headers['Idempotency-Key'],
    hash,
  );
  expect(JSON.stringify(found)).toContain('"status":201');
  expect(JSON.stringify(found)).not.toContain((first.body.data as KeyData).secret);
});

test('an account has at most 100 keys', async () => {
  const { accountId } = owner.identity;
  await Promise.all(Array.from({ length: 99 }, () => gateway.stores.keys.create(accountId, null)));
  expect(summarize(await owner.post('/keys'))).toBe('403 FORBIDDEN');
});
