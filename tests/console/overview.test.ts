import type { TestClient } from '@medley/testing/gateway';
import { startTestSystem, type TestSystem } from '@medley/testing/system';
import { ConsoleBrowser, describeInBrowser, findBarriers } from './console-browser';

describeInBrowser('the overview', () => {
  let system: TestSystem;
  let browser: ConsoleBrowser;
  let client: TestClient;

  beforeAll(async () => {
    [system, browser] = await Promise.all([startTestSystem(), ConsoleBrowser.start()]);
    client = await system.newClient();
  });
  afterAll(async () => {
    await browser.close();
    await system.stop();
  });

  test('shows a task as it is created and as it ends, without a reload', async () => {
    const { page, problems } = await browser.open({ url: client.url, key: client.identity.key });
    await page.getByText('No tasks yet').waitFor();
    await page.getByText('Live').first().waitFor();
    const hostile = '<img src=x onerror=alert(1)>\u202egpj.mp3';
    await client.create('/transcode', { url: 'http://127.0.0.1:9/none.mp3', filename: hostile });
    await page.getByText('<img src=x onerror=alert(1)>').first().waitFor();
    await client.create('/pii', { input: 'Иван Петров' });
    await page.locator('.status-completed').first().waitFor();
    expect(problems).toEqual([]);
  });

  test.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
  ] as const)('has no serious barriers (%s, %i pixels)', async (theme, width) => {
    const { page } = await browser.open({ url: client.url, key: client.identity.key, theme, width });
    await page.getByRole('heading', { name: 'Step kinds' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  test('is within the width of a phone, its navigation opens by a button and closes by Escape', async () => {
    const { page } = await browser.open({ url: client.url, key: client.identity.key, width: 390 });
    await page.getByRole('heading', { name: 'Step kinds' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Overview' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });
});
