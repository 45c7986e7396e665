import { startTestGateway, summarize, type TestGateway } from '@medley/testing/gateway';
import { withFrozenTimers } from '@medley/testing';
import { sendRaw } from './send-raw';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

async function balanceWith(header: string | null): Promise<string> {
  const headers = header === null ? [] : [`Authorization: ${header}\r\n`];
  const { status, body } = await sendRaw(
    gateway.url,
    `GET /api/v1/balance HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers.join('')}\r\n`,
  );
  const { error } = JSON.parse(body) as { error?: { code: string } };
  return [status, ...(error ? [error.code] : [])].join(' ');
}

test('each invalid form of the header has its own code', async () => {
  const { identity } = await gateway.newClient();
  const rows: [string | null, string][] = [
    [null, '401 MISSING_API_KEY'],
    ['', '401 INVALID_AUTH_FORMAT'],
    ['Basic abc', '401 INVALID_AUTH_FORMAT'],
    ['Bearer', '401 INVALID_AUTH_FORMAT'],
    ['Bearer ', '401 INVALID_AUTH_FORMAT'],
    ['Bearer a b', '401 INVALID_AUTH_FORMAT'],
    [identity.key, '401 INVALID_AUTH_FORMAT'],
    [`Bearer ${identity.key}x`, '401 INVALID_API_KEY'],
    [`Bearer ${identity.key.toUpperCase()}`, '401 INVALID_API_KEY'],
    [`Bearer ${'k'.repeat(8_000)}`, '401 INVALID_API_KEY'],
    ['Bearer sk-é', '401 INVALID_API_KEY'],
    ['Bearer {"$ne":null}', '401 INVALID_API_KEY'],
    [`Bearer ${identity.key}`, '200'],
    [`bearer ${identity.key}`, '200'],
    [`BEARER  ${identity.key}`, '200'],
  ];
  for (const [header, expected] of rows) {
    expect(`${header}: ${await balanceWith(header)}`).toBe(`${header}: ${expected}`);
  }
});

test('an inactive and an expired key have codes of their own', async () => {
  const { identity } = await gateway.newClient();
  const inactive = await gateway.stores.keys.create(identity.accountId, null);
  await gateway.stores.keys.deactivate(inactive.key.id);
  const expired = await gateway.stores.keys.create(identity.accountId, new Date(Date.now() - 1_000));
  const soon = await gateway.stores.keys.create(identity.accountId, new Date(Date.now() + 60_000));
  expect(await balanceWith(`Bearer ${inactive.secret}`)).toBe('401 API_KEY_INACTIVE');
  expect(await balanceWith(`Bearer ${expired.secret}`)).toBe('401 API_KEY_EXPIRED');
  expect(await balanceWith(`Bearer ${soon.secret}`)).toBe('200');
});

test('a deactivated key is refused after 5 s by a gateway that has just seen it', () =>
  withFrozenTimers(async (timers) => {
    const own = await startTestGateway();
    const client = await own.newClient();
    expect((await client.get('/balance')).status).toBe(200);
    await own.stores.keys.deactivate(client.identity.keyId);
    await timers.advance(5_000);
    expect(summarize(await client.get('/balance'))).toBe('401 API_KEY_INACTIVE');
    await own.stop();
  }));

test('neither a key in the query nor the hash of a key authenticates', async () => {
  const { identity } = await gateway.newClient();
  const answer = await fetch(`${gateway.url}/api/v1/balance?api_key=${identity.key}`);
  expect(answer.status).toBe(401);
});

test('the caller is authenticated before the body is read', async () => {
  const answer = await sendRaw(
    gateway.url,
    'POST /api/v1/pii HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 1000000\r\n\r\n{"inp',
  );
  expect(answer.status).toBe(401);
});
