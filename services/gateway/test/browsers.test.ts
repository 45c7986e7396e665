import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startTestGateway, type TestClient, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;
let client: TestClient;
const ORIGIN = 'https://app.example.com';

beforeAll(async () => {
  gateway = await startTestGateway({ env: { CORS_ORIGINS: `${ORIGIN},http://localhost:5173` } });
  client = await gateway.newClient();
});
afterAll(() => gateway.stop());

interface RawAnswer {
  encoding: string | undefined;
  vary: string | undefined;
  bytes: Buffer;
}

/** Without the decoding that `fetch` does. */
function getRaw(path: string, accept: string): Promise<RawAnswer> {
  const headers = { Authorization: `Bearer ${client.identity.key}`, 'Accept-Encoding': accept };
  return new Promise((resolve, reject) => {
    request(`${gateway.url}${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          encoding: response.headers['content-encoding'],
          vary: response.headers.vary,
          bytes: Buffer.concat(chunks),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

describe('JSON', () => {
  test.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])(
    'of more than 1 KiB is compressed with %s for a client that accepts it',
    async (encoding, accept, decode) => {
      const plain = await getRaw('/api/v1/steps', 'identity');
      const answer = await getRaw('/api/v1/steps', accept);
      expect(plain.encoding).toBeUndefined();
      expect(answer.encoding).toBe(encoding);
      expect(answer.vary).toContain('Accept-Encoding');
      expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 2);
      expect(decode(answer.bytes).toString()).toBe(plain.bytes.toString());
    },
  );

  test('of less than 1 KiB is sent as it is', async () => {
    expect((await getRaw('/api/v1/balance', 'gzip')).encoding).toBeUndefined();
  });

  test('of the API reference is compressed, the page is not', async () => {
    expect((await getRaw('/openapi.json', 'gzip')).encoding).toBe('gzip');
    expect((await getRaw('/docs/page.js', 'gzip')).encoding).toBeUndefined();
  });
});

describe('a page', () => {
  const ask = (origin: string, method = 'GET', path = '/balance'): Promise<Response> =>
    fetch(`${gateway.url}/api/v1${path}`, {
      method,
      headers: {
        Origin: origin,
        ...(method === 'OPTIONS'
          ? {
              'Access-Control-Request-Method': 'POST',
              'Access-Control-Request-Headers': 'authorization,prefer',
            }
          : { Authorization: `Bearer ${client.identity.key}` }),
      },
    });

  test('of a configured origin may use the API and read its headers', async () => {
    const response = await ask(ORIGIN);
    expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(response.headers.get('access-control-expose-headers')).toContain('X-Request-Id');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('may ask before a request, without a key', async () => {
    const response = await ask(ORIGIN, 'OPTIONS', '/tasks');
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-headers')).toBe('authorization,prefer');
    expect(response.headers.get('access-control-allow-methods')).toContain('POST');
  });

  test.each(['https://evil.example', `${ORIGIN}.evil.example`, 'null'])('of %s may not', async (origin) => {
    expect((await ask(origin)).headers.get('access-control-allow-origin')).toBeNull();
  });

  test('of no origin may while nothing is configured', async () => {
    const other = await startTestGateway();
    const response = await fetch(`${other.url}/api/v1/tasks`, {
      method: 'OPTIONS',
      headers: { Origin: ORIGIN },
    });
    await other.stop();
    expect(response.status).toBe(405);
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
