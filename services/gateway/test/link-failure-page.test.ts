import { startTestGateway, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;
beforeAll(async () => (gateway = await startTestGateway()));
afterAll(() => gateway.stop());

/** What Chromium sends when a person opens a link. */
const browser = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const path = '/files/3f2b5c9e-9d5e-4b7a-8a26-0f9d1c2b3a4d/transcode/%3Cscript%3E.mp3?expires=1&signature=x';
const open = (headers: Record<string, string>): Promise<Response> =>
  fetch(`${gateway.url}${path}`, { headers });

test('a browser that opens a bad link gets a page in plain words, and nothing of the link', async () => {
  const response = await open(browser);
  const page = await response.text();
  expect([response.status, response.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
  expect(page).toContain('<h1>This link does not work</h1>');
  expect(page).not.toContain('script');
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
});

test('in the language of the browser', async () => {
  const page = await (await open({ ...browser, 'Accept-Language': 'ru-RU,ru;q=0.9,en;q=0.8' })).text();
  expect(page).toContain('<html lang="ru">');
  expect(page).toContain('<h1>Ссылка не работает</h1>');
});

test.each([{}, { Accept: '*/*' }, { Accept: 'application/json' }])(
  'another client gets JSON: %j',
  async (headers) => {
    const response = await open(headers);
    expect([response.status, await response.json()]).toMatchObject([
      403,
      { success: false, error: { code: 'LINK_INVALID' } },
    ]);
  },
);
