import type { TestClient } from '@medley/testing/gateway';
import { startTestSystem, type TestSystem } from '@medley/testing/system';
import { ConsoleBrowser, describeInBrowser, findBarriers } from './console-browser';

describeInBrowser('the keys', () => {
  let system: TestSystem;
  let browser: ConsoleBrowser;
  let client: TestClient;

  beforeAll(async () => {
    [system, browser] = await Promise.all([startTestSystem(), ConsoleBrowser.start()]);
  });
  beforeEach(async () => {
    client = await system.newClient();
  });
  afterAll(async () => {
    await browser.close();
    await system.stop();
  });

  test('makes a limited key, whose secret works and is shown once; changes, deactivates and deletes it', async () => {
    const { page, problems } = await browser.open({
      url: client.url,
      key: client.identity.key,
      path: '/keys',
    });
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    const hostile = '<img src=x onerror=alert(1)>\u202ecrm';
    await dialog.getByLabel('Name').fill(hostile);
    await dialog.getByLabel('Role').selectOption('read');
    await dialog.getByLabel('Last day').fill('2099-12-31');
    await dialog.getByLabel('Budget in credits').fill('12.5');
    await dialog.getByLabel('Period').selectOption('day');
    await dialog.getByRole('button', { name: 'New key' }).click();
    const shown = page.locator('.new-secret-text');
    const secret = await shown.innerText();
    const answer = await fetch(`${client.url}/api/v1/keys/current`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(await answer.json()).toMatchObject({
      data: { name: hostile, role: 'read', budget: { credits: 12.5, period: 'day' } },
    });
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await shown.waitFor({ state: 'detached' });
    const row = page.getByRole('listitem').filter({ hasText: '<img src=x' });
    await row.getByText('0.00 of 12.50 credits today').waitFor();
    await row.getByRole('button', { name: 'Change' }).click();
    await dialog.getByLabel('Name').fill('');
    await dialog.getByLabel('Budget in credits').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const unnamed = page.getByRole('listitem').filter({ hasText: 'until' });
    await unnamed.getByText('Without a name').waitFor();
    await unnamed.getByRole('button', { name: 'Deactivate' }).click();
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await unnamed.getByText('deactivated').waitFor();
    await unnamed.getByRole('button', { name: 'Activate', exact: true }).click();
    await unnamed.getByText('active', { exact: true }).waitFor();
    await unnamed.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await unnamed.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  test('a refused value is said beside the form, with its field', async () => {
    const { page } = await browser.open({ url: client.url, key: client.identity.key, path: '/keys' });
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Last day').fill('2001-01-01');
    await dialog.getByRole('button', { name: 'New key' }).click();
    await dialog.getByRole('alert').getByText('expires_at').waitFor();
  });

  test('the keyboard alone makes a key, and the focus goes back to where it was', async () => {
    const { page } = await browser.open({ url: client.url, key: client.identity.key, path: '/keys' });
    await page.getByText('you are signed in with it').waitFor();
    const tabTo = async (name: string): Promise<void> => {
      const isThere = `document.activeElement?.textContent === ${JSON.stringify(name)}`;
      for (let presses = 0; presses < 60 && !(await page.evaluate(isThere)); presses += 1)
        await page.keyboard.press('Tab');
      expect(await page.evaluate(isThere)).toBe(true);
    };
    await tabTo('New key');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('New key');

    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    for (const key of ['Tab', 'night import', 'Tab', 'r'])
      await (key.length > 3 ? page.keyboard.type(key) : page.keyboard.press(key));
    // Enter in a field sends the form.
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByText('The secret of the new key').waitFor();
    const row = page.getByRole('listitem').filter({ hasText: 'night import' });
    await row.getByText('read', { exact: true }).waitFor();
    await tabTo('I have stored it');
    await page.keyboard.press('Space');
    await page.locator('.new-secret-text').waitFor({ state: 'detached' });
  });

  test('a list that cannot be read is said with the request id, and read again on request', async () => {
    const { page } = await browser.open({ url: client.url, key: client.identity.key });
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    // The gateway refuses what only this request asks, as it would a fault of the page.
    await page.route('**/api/v1/keys?*', (route) =>
      route.continue({ url: `${client.url}/api/v1/keys?limit=0` }),
    );
    await page.getByRole('link', { name: 'Keys' }).click();
    const state = page.getByRole('alert');
    await state.getByText('This could not be loaded').waitFor();
    const id = await state.locator('code').innerText();
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    await page.unroute('**/api/v1/keys?*');
    await state.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('you are signed in with it').waitFor();
  });

  test('an empty list of keys says what to do', async () => {
    const { page } = await browser.open({ url: client.url, key: client.identity.key });
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    // A page behind the last key is an empty one.
    await page.route('**/api/v1/keys?*', (route) =>
      route.continue({ url: `${client.url}/api/v1/keys?offset=50` }),
    );
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByText('No keys').waitFor();
    await page.getByText('A program signs its requests with a key').waitFor();
    await page.getByRole('button', { name: 'New key' }).waitFor();
  });

  test('a key without the role of an owner sees what the page needs', async () => {
    const { secret } = (await client.post('/keys', { role: 'tasks' })).body.data as { secret: string };
    const { page } = await browser.open({ url: client.url, key: secret, path: '/keys' });
    await page.getByText('This key may not see this page').waitFor();
  });

  test.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
  ] as const)('has no serious barriers (%s, %i pixels)', async (theme, width) => {
    const { page } = await browser.open({
      url: client.url,
      key: client.identity.key,
      path: '/keys',
      theme,
      width,
    });
    await page.getByText('you are signed in with it').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });
});
