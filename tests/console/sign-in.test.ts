import type { TestClient } from '@medley/testing/gateway';
import { startTestSystem, type TestSystem } from '@medley/testing/system';
import { ConsoleBrowser, describeInBrowser, findBarriers } from './console-browser';

describeInBrowser('the console', () => {
  let system: TestSystem;
  let browser: ConsoleBrowser;
  let owner: TestClient;
  let url: string;

  beforeAll(async () => {
    [system, browser] = await Promise.all([startTestSystem(), ConsoleBrowser.start()]);
    owner = await system.newClient();
    url = owner.url;
  });
  afterAll(async () => {
    await browser.close();
    await system.stop();
  });

  async function newKey(body: object): Promise<{ id: string; secret: string }> {
    return (await owner.post('/keys', body)).body.data as { id: string; secret: string };
  }

  test('a browser without a key that opens / learns what Medley is and how to get a key', async () => {
    const { page } = await browser.open({ url });
    await page.goto(`${url}/`);
    await page.waitForURL(`${url}/console`);
    await page.getByText('Medley runs on your own machines.').waitFor();
    await page.getByRole('heading', { name: 'How to get a key' }).waitFor();
  });

  test("an operator's key is refused with the reason where there is no operator", async () => {
    const { page } = await browser.open({ url, key: 'f'.repeat(64) });
    await page.getByText('The service does not know this key').waitFor();
  });

  test('signs in with a key that is typed, keeps it for the tab alone, and signs out', async () => {
    const { page, problems } = await browser.open({ url });
    await page.getByLabel('API key').fill(owner.identity.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(await page.evaluate('localStorage.getItem("medley.key")')).toBeNull();

    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    expect(await page.evaluate('sessionStorage.getItem("medley.key")')).toBeNull();
    expect(problems).toEqual([]);
  });

  test('remembers a key on the device when asked to', async () => {
    const { page } = await browser.open({ url });
    await page.getByLabel('API key').fill(owner.identity.key);
    await page.getByLabel('Remember on this device').check();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

    const other = await page.context().newPage();
    await other.goto(`${url}/console`);
    await other.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });

  test('takes the key of a link out of the address at once, and sends it in no address', async () => {
    const { page } = await browser.open({ url });
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await page.goto(`${url}/console#key=${owner.identity.key}`);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(page.url()).toBe(`${url}/console`);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    const sent = addresses.map((address) => address.split('#', 1)[0]);
    expect(sent.filter((address) => address?.includes(owner.identity.key))).toEqual([]);
  });

  test.each([
    ['mistyped', 'en', 'does not know this key'],
    ['mistyped', 'ru', 'не знает этого ключа'],
  ] as const)('says why a %s key is refused (%s)', async (_which, locale, reason) => {
    const { page } = await browser.open({ url, key: `sk-${'x'.repeat(43)}`, locale });
    expect(await page.getByRole('alert').textContent()).toContain(reason);
  });

  test('a key that is deactivated while its page is open ends on the sign-in page with the reason', async () => {
    const { id, secret } = await newKey({ role: 'tasks' });
    const { page } = await browser.open({ url, key: secret });
    await page.getByText('Role: tasks').waitFor();
    await owner.send('PATCH', `/keys/${id}`, { body: { active: false } });
    // Whatever happens next in the account makes the page ask for news.
    await owner.post('/pii', { input: 'Иван' });
    await page.getByText('This key was deactivated').waitFor();
    await page.getByLabel('API key').waitFor();
  });

  test('loads nothing from another host, and its policy forbids inline scripts and styles', async () => {
    const { page, foreignRequests, problems } = await browser.open({ url, key: owner.identity.key });
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.getByText('Live').first().waitFor();
    expect(foreignRequests).toEqual([]);
    expect(problems).toEqual([]);
    const policy = (await page.request.get(`${url}/console`)).headers()['content-security-policy'];
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toContain('unsafe');
  });

  test.each(['light', 'dark'] as const)('has no serious barriers before the sign-in (%s)', async (theme) => {
    const { page } = await browser.open({ url, theme });
    await page.getByLabel('API key').waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  test('speaks the language that is chosen, and remembers it', async () => {
    const { page } = await browser.open({ url });
    await page.getByText('Русский').click();
    await page.getByRole('heading', { name: 'Вход', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Вход', exact: true }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('ru');
  });
});
