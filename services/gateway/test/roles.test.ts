import type { KeyRole } from '@medley/contracts';
import { startTestGateway, summarize, TestClient, type TestGateway } from '@medley/testing/gateway';
import { roleFor, routeRoles } from '../src/callers/route-roles';

let gateway: TestGateway;
let owner: TestClient;
let operations: { method: string; path: string }[];

beforeAll(async () => {
  gateway = await startTestGateway();
  owner = await gateway.newClient();
  const { paths } = (await (await fetch(`${gateway.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { security?: unknown[] }> & { servers?: unknown }>;
  };
  operations = Object.entries(paths)
    .filter(([, { servers }]) => servers === undefined)
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
    );
});
afterAll(() => gateway.stop());

const rowOf = ({ method, path }: { method: string; path: string }): string =>
  `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`;

async function clientOf(role: KeyRole): Promise<TestClient> {
  const { body } = await owner.post('/keys', { role });
  return new TestClient(gateway.url, { ...owner.identity, key: String(body.data['secret']) });
}

test('every route of the API has a role', () => {
  expect(operations.length).toBeGreaterThan(25);
  expect(operations.map(rowOf).filter((row) => !Object.hasOwn(routeRoles, row))).toEqual([]);
});

test('a route without a row is for owners', () => {
  expect(roleFor({ method: 'get', path: '/unknown' })).toBe('owner');
  expect(roleFor({ method: 'get', path: '/constructor' })).toBe('owner');
});

test.each(['read', 'tasks', 'owner'] as const)(
  'a key with the role %s is refused exactly where the table says, before its body is read',
  async (role) => {
    const client = await clientOf(role);
    const allowed = { read: ['read'], tasks: ['read', 'tasks'], owner: ['read', 'tasks', 'owner'] }[role];
    for (const operation of operations) {
      const { method, path } = operation;
      // Streams would stay open; what their row says is checked by HEAD.
      const sent = method === 'GET' && path.endsWith('/events') ? 'HEAD' : method;
      const filled = path.replace(/\{\w+\}/g, () => crypto.randomUUID());
      const answer = await client.send(
        sent,
        filled,
        method === 'GET' || method === 'DELETE' ? {} : { body: '{' },
      );
      const isRefused = answer.status === 403;
      const row = rowOf(operation);
      expect([row, isRefused]).toEqual([row, !allowed.includes(routeRoles[row] ?? 'owner')]);
    }
  },
);

test('the refusal names both roles', async () => {
  const client = await clientOf('read');
  const answer = await client.post('/pii', { input: 'x' });
  expect(summarize(answer)).toBe('403 FORBIDDEN');
  expect(answer.body.error.message).toBe('This key has the role "read"; the request needs "tasks".');
});

test('a key for reading sees tasks and may validate', async () => {
  const { id } = await owner.create('/pii', { input: 'x' });
  const client = await clientOf('read');
  expect((await client.get(`/tasks/${id}`)).status).toBe(200);
  expect((await client.get('/tasks')).status).toBe(200);
  const body = { input: 'x', steps: [{ name: 'depersonalize' }] };
  expect((await client.post('/tasks/validate', body)).status).toBe(200);
});

test('a key for tasks cannot give itself more', async () => {
  const client = await clientOf('tasks');
  expect(summarize(await client.post('/keys', { role: 'owner' }))).toBe('403 FORBIDDEN');
  expect(summarize(await client.get('/keys'))).toBe('403 FORBIDDEN');
});

test('a key for reading starts no upload by tus either', async () => {
  const client = await clientOf('read');
  const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Length': '5' };
  expect((await client.send('POST', '/uploads/tus', { headers })).status).toBe(403);
});
