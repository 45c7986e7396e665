import { randomBytes } from 'node:crypto';
import { loadConfig } from '@medley/kit';
import { gatewaySchema } from '@medley/gateway';
import {
  MASTER_KEY,
  startTestGateway,
  summarize,
  TestClient,
  type TestGateway,
} from '@medley/testing/gateway';

const OPERATOR_KEY = randomBytes(32).toString('base64url');

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

interface Described {
  paths: Record<string, Record<string, { security?: object[] }>>;
}

async function documentOf(url: string): Promise<Described> {
  return (await (await fetch(`${url}/openapi.json`)).json()) as Described;
}

it('the key of the operator opens no route of accounts, and no key of an account opens one of the operator', async () => {
  const owner = await gateway.newClient();
  expect(summarize(await operator.get('/operator'))).toBe('200');
  expect(summarize(await operator.get('/tasks'))).toBe('401 INVALID_API_KEY');
  expect(summarize(await owner.get('/operator'))).toBe('401 INVALID_API_KEY');
  expect(summarize(await owner.post('/operator/kinds/llm/pause'))).toBe('401 INVALID_API_KEY');
});

it('without OPERATOR_KEY its paths are unknown, and the reference does not have them', async () => {
  const plain = await startTestGateway();
  try {
    const client = await plain.newClient();
    const [known, unknown] = [await client.get('/operator/accounts'), await client.get('/no-such-thing')];
    expect(summarize(known)).toBe('404 NOT_FOUND');
    expect(known.body).toEqual(unknown.body);
    expect(
      Object.keys((await documentOf(plain.url)).paths).filter((path) => path.startsWith('/operator')),
    ).toEqual([]);
  } finally {
    await plain.stop();
  }
});

it('the reference describes every route as one for the key of the operator', async () => {
  const { paths } = await documentOf(gateway.url);
  const operations = Object.entries(paths)
    .filter(([path]) => path.startsWith('/operator'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => [`${method} ${path}`, one.security]),
    );
  expect(operations.length).toBeGreaterThanOrEqual(17);
  expect(operations).toEqual(operations.map(([name]) => [name, [{ operatorKey: [] }]]));
});

it.each(['short', 'ab'.repeat(31), `${'a'.repeat(60)}!${'b'.repeat(20)}`])(
  'a key of fewer than 32 bytes, or in no known form, is refused at the start: %s',
  (OPERATOR_KEY) => {
    expect(() => loadConfig(gatewaySchema, { MASTER_KEY, OPERATOR_KEY })).toThrow(
      'OPERATOR_KEY must be 32 bytes or more in hex or base64url',
    );
  },
);

it('the wrong method is refused with those that are right', async () => {
  const answer = await operator.send('DELETE', '/operator/accounts');
  expect(summarize(answer)).toBe('405 METHOD_NOT_ALLOWED');
  expect(answer.headers.get('allow')).toBe('GET, POST, HEAD');
  expect(summarize(await (await gateway.newClient()).send('DELETE', '/operator/accounts'))).toBe(
    '401 INVALID_API_KEY',
  );
});

it('guessing is slowed down after 20 wrong keys, which does not lock the operator out', async () => {
  const url = await gateway.startAnother();
  const wrong = randomBytes(32).toString('base64url');
  const guesser = new TestClient(url, { ...operator.identity, key: wrong });
  const right = new TestClient(url, operator.identity);
  for (let guess = 0; guess < 20; guess += 1)
    expect(summarize(await guesser.get('/operator'))).toBe('401 INVALID_API_KEY');
  expect(summarize(await guesser.get('/operator'))).toBe('429 RATE_LIMIT_EXCEEDED');
  expect(summarize(await right.get('/operator'))).toBe('200');
});
