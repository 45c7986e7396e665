import { startTestGateway, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({ env: { PUBLIC_URL: 'https://media.example.com/medley/' } });
});
afterAll(() => gateway.stop());

const get = (path: string): Promise<Response> => fetch(gateway.url + path);
const BASE = '/medley';

/** Paths of the files that the page loads. */
function assetsOf(html: string): string[] {
  return [...html.matchAll(/(?:src|href|data-document)="([^"]+)"/g)].map(([, link = '']) => link);
}

test('the API reference needs no key and no other host', async () => {
  const page = await get('/docs');
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/);
  const html = await page.text();
  expect(html).not.toMatch(/https?:\/\/|<script>|<style>/);
  const assets = assetsOf(html);
  expect(assets.length).toBeGreaterThan(4);
  for (const asset of assets) {
    expect(asset.startsWith(`${BASE}/`)).toBe(true);
    const answer = await get(asset.slice(BASE.length));
    expect([asset, answer.status, (await answer.arrayBuffer()).byteLength > 100]).toEqual([asset, 200, true]);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test('the styles load nothing from other hosts', async () => {
  for (const file of ['swagger-ui.css', 'page.css']) {
    expect(await (await get(`/docs/${file}`)).text()).not.toMatch(/@import|url\(["']?(https?:)?\/\//);
  }
});

test('the document contains the public URL', async () => {
  const document = (await (await get('/openapi.json')).json()) as {
    servers: { url: string }[];
    paths: Record<string, { servers?: { url: string }[] }>;
  };
  expect(document.servers).toEqual([{ url: 'https://media.example.com/medley/api/v1' }]);
  expect(document.paths['/health']?.servers).toEqual([{ url: 'https://media.example.com/medley' }]);
});

test.each(['/docs/swagger-ui.js', '/docs/../package.json', '/docs/%2e%2e/package.json', '/openapi.jsonx'])(
  '%s is no part of it',
  async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } });
  },
);
