import { startTestGateway, summarize, TestClient, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;
let owner: TestClient;

beforeAll(async () => (gateway = await startTestGateway()));
afterAll(() => gateway.stop());
beforeEach(async () => (owner = await gateway.newClient()));

test.each([
  ['deleted', 'DELETE', undefined],
  ['deactivated', 'PATCH', { active: false }],
  ['given another role', 'PATCH', { role: 'tasks' }],
  ['given an expiry', 'PATCH', { expires_at: '2099-01-01T00:00:00Z' }],
])('the last active owner key cannot be %s', async (_, method, body) => {
  await owner.post('/keys', { role: 'tasks' });
  const inactive = await owner.post('/keys', { role: 'owner' });
  await owner.send('PATCH', `/keys/${String(inactive.body.data['id'])}`, { body: { active: false } });
  const answer = await owner.send(method, `/keys/${owner.identity.keyId}`, body ? { body } : {});
  expect(summarize(answer)).toBe('409 LAST_OWNER_KEY');
  expect((await owner.get('/keys')).status).toBe(200);
});

test('of several owner keys that take each other away at once, one remains', async () => {
  for (let round = 0; round < 8; round += 1) {
    const first = await gateway.newClient();
    const made = await Promise.all([1, 2].map(() => first.post('/keys', { role: 'owner' })));
    const keys = made.map(({ body }) => [String(body.data['id']), String(body.data['secret'])] as const);
    const answers = await Promise.all(
      ([[first.identity.keyId, first.identity.key], ...keys] as const).map(([id, key], index) => {
        const client = new TestClient(gateway.url, { ...first.identity, key });
        return index % 2 === 0
          ? client.send('DELETE', `/keys/${id}`)
          : client.send('PATCH', `/keys/${id}`, { body: { role: 'read' } });
      }),
    );
    expect(answers.map(summarize).sort()).toEqual(['200', '200', '409 LAST_OWNER_KEY']);
    const left = await gateway.stores.keys.list(first.identity.accountId);
    expect(left.filter(({ role, active }) => role === 'owner' && active)).toHaveLength(1);
  }
});
