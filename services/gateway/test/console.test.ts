import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestGateway, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({ env: { PUBLIC_URL: 'https://media.example.com/medley/' } });
});
afterAll(() => gateway.stop());

const HTML = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8';

function get(path: string, accept = HTML, url = gateway.url): Promise<Response> {
  return fetch(url + path, { headers: { Accept: accept }, redirect: 'manual' });
}

/** The addresses of the page, without the prefix under which the proxy serves this gateway. */
async function assetsOf(page: Response): Promise<string[]> {
  const found = (await page.text()).matchAll(/(?:src|href)="\/medley(\/console\/[^"]+)"/g);
  return [...found].map(([, path = '']) => path);
}

test('/ sends a browser to the console, under the prefix of the public URL', async () => {
  const answer = await get('/');
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/medley/console']);
  expect(answer.headers.get('vary')).toContain('Accept');
});

test.each(['application/json', '*/*', ''])('/ stays empty for a client that accepts "%s"', async (accept) => {
  const answer = await get('/', accept);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ error: { code: 'NOT_FOUND' } });
});

test.each(['/console', '/console/', '/console/tasks/0b8a?x=1', '/console/no/such/screen'])(
  '%s is the page, never from a cache, with a policy against foreign and inline code',
  async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'self';/);
    expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
    expect(await answer.text()).not.toMatch(/<script>|<style|style=/);
  },
);

test('assets are compressed and may be kept for ever, because their names change with them', async () => {
  const paths = await assetsOf(await get('/console'));
  const script = paths.find((path) => path.endsWith('.js')) ?? '';
  const answer = await get(script);
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect((await answer.text()).length).toBeGreaterThan(10_000);
  expect(paths).toContain('/console/icon.svg');
  expect((await get('/console/icon.svg')).headers.get('content-type')).toBe('image/svg+xml');
});

test.each(['/console/assets/none.js', '/console/assets/..%2findex.html', '/console/assets/..%5cindex.html'])(
  'a file that is not of the console does not exist: %s',
  async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: 'NOT_FOUND' } });
  },
);

test('a gateway without the built console says so, and serves the API', async () => {
  const consoleDirectory = await mkdtemp(join(tmpdir(), 'medley-site-'));
  const other = await startTestGateway({ dependencies: () => ({ consoleDirectory }) });
  const answer = await get('/console', HTML, other.url);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('npm run build');
  expect((await get('/openapi.json', HTML, other.url)).status).toBe(200);
  await other.stop();
  await rm(consoleDirectory, { recursive: true });
});
