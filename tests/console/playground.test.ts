import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import type { TestClient } from '@medley/testing/gateway';
import { startTestSystem, type TestSystem } from '@medley/testing/system';
import { ConsoleBrowser, describeInBrowser, findBarriers, type ConsolePage } from './console-browser';

const run = promisify(execFile);
const hostile = '<img src=x onerror=alert(1)> \u202eИван Петров\u202c';

describeInBrowser('the playground', () => {
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

  const open = (
    options: { path?: string; theme?: 'light' | 'dark'; width?: number } = {},
  ): Promise<ConsolePage> =>
    browser.open({ url: client.url, key: client.identity.key, path: '/playground', ...options });
  const resultOf = (page: Page): Locator => page.getByRole('region', { name: 'Result', exact: true });
  const sourceText = (page: Page): Locator => page.getByRole('textbox', { name: 'Text' });

  test('an account without tasks is two clicks away from a redacted text', async () => {
    const { page, problems, foreignRequests } = await open({ path: '' });
    await page.getByRole('link', { name: 'Open the playground' }).click();
    await page.getByRole('button', { name: 'Run' }).click();
    await resultOf(page).getByText('my name is [PERSON]').waitFor();
    expect({ problems, foreignRequests }).toEqual({ problems: [], foreignRequests: [] });
  });

  test('tells the price of the draft before it runs, by its length', async () => {
    const { page } = await open();
    const price = page.getByText(/^at most [\d.]+ credits$/);
    await sourceText(page).fill('a');
    await price.filter({ hasNotText: '0.0567' }).waitFor();
    const small = await price.innerText();
    await sourceText(page).fill('a'.repeat(10_000));
    await price.filter({ hasNotText: small }).waitFor();
    expect((await client.get('/tasks')).body.data).toMatchObject({ items: [] });
  });

  test('shows a refusal of the check at the field that it names', async () => {
    const { page } = await open();
    await page.getByText('Options').click();
    const patterns = page.getByLabel('patterns');
    await patterns.fill('[{ "type": ');
    await page.getByText('This is not JSON.').waitFor();
    await patterns.fill('[{ "type": "CUSTOM_A", "regex": "(" }]');
    await page.getByText('1 field needs a change').waitFor();
    expect(await patterns.getAttribute('aria-invalid')).toBe('true');
    await patterns.fill('[{ "type": "CUSTOM_LAMP", "regex": "lamp" }]');
    await page.getByText(/^at most/).waitFor();
    await page.getByRole('button', { name: 'Run' }).click();
    await resultOf(page).getByText('I ordered a [CUSTOM_LAMP]').waitFor();
  });

  test('runs steps that were put together by hand, with options by their kind', async () => {
    const { page } = await open();
    await sourceText(page).fill(`${hostile} звонил, Анна Смирнова нет.`);
    await page.getByLabel('Template').selectOption({ label: 'Steps of your own' });
    await page.getByText('Options').click();
    await page.getByLabel('mode').selectOption('reversible');
    await page.getByLabel('allow_list').fill('Анна Смирнова');
    const steps = page.getByRole('group', { name: 'Add a step' });
    await steps.getByRole('button', { name: 'restore' }).click();
    await page.getByRole('button', { name: 'Run' }).click();
    const hidden = resultOf(page).getByRole('region', { name: 'Result of depersonalize' });
    await hidden.getByText('Анна Смирнова нет.').waitFor();
    expect(await hidden.getByText('Иван Петров').count()).toBe(0);
    const restored = resultOf(page).getByRole('region', { name: 'Result of restore' });
    await restored.getByText('<img src=x onerror=alert(1)>').waitFor();
    await restored.getByText('Иван Петров').waitFor();
  });

  test('keeps steps as a template, offers it again, and deletes it', async () => {
    const { page } = await open();
    const name = '<b>Letters</b>';
    await page.getByRole('button', { name: 'Save as template' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText(`The template “${name}” is saved.`).waitFor();
    await page.reload();
    await page.getByLabel('Template').selectOption({ label: name });
    await page.getByRole('button', { name: 'Delete template' }).click();
    await page.getByText(`The template “${name}” is deleted.`).waitFor();
    await page.getByRole('option', { name }).waitFor({ state: 'detached' });
  });

  test('gives the draft as a command that creates the same task', async () => {
    const { page } = await open();
    const text = `It's "quoted" $HOME \`ls\` \\ and\nПётр Ильин`;
    await sourceText(page).fill(text);
    const command = await page.getByText('curl -s').innerText();
    const env = { MEDLEY_API_KEY: client.identity.key, PATH: '/usr/bin:/bin' };
    const { stdout } = await run('bash', ['-c', command], { env });
    const { data } = JSON.parse(stdout) as { data: { id: string } };
    const { input, steps } = (await client.get(`/tasks/${data.id}`)).body.data as never;
    expect({ input, steps }).toMatchObject({ input: { text }, steps: [{ name: 'depersonalize' }] });
  });

  test('is used by the keyboard alone', async () => {
    const { page } = await open();
    const focus = async (target: Locator): Promise<void> => {
      await target.waitFor();
      // More presses than the page has controls: it must be reached before.
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press('Tab');
        if ((await target.and(page.locator(':focus')).count()) > 0) return;
      }
      throw new Error('Tab does not reach the control.');
    };
    await focus(sourceText(page));
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Звонил Пётр Ильин.');
    await focus(page.getByLabel('Template'));
    await page.keyboard.press('ArrowDown');
    await focus(page.getByRole('button', { name: 'Run' }));
    await page.keyboard.press('Enter');
    await resultOf(page).getByText('Звонил [PERSON_1].').waitFor();
    await focus(page.getByRole('link', { name: 'Open the task' }));
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/console\/tasks\//);
  });

  test('a recording is a link with its language, and starts with the transcript', async () => {
    const { page } = await open();
    await page.getByText('Link', { exact: true }).click();
    const link = page.getByRole('textbox', { name: 'Link' });
    await link.fill('ftp://example.com/a.mp3');
    await page.getByText('Language of the recording').waitFor();
    await link.and(page.locator('[aria-invalid]')).waitFor();
    await link.fill('https://example.com/a.mp3');
    await page.getByLabel('Language of the recording').selectOption('ru');
    const command = await page.getByText('curl -s').innerText();
    expect(command).toContain('"language_in":"ru"');
    expect(command).toContain('"steps":[{"name":"fetch"},{"name":"transcribe"}]');
  });

  test.each(['light', 'dark'] as const)('has no serious barriers in the %s theme', async (theme) => {
    const { page } = await open({ theme, width: 390 });
    await page.getByText('Options').click();
    await page.getByRole('button', { name: 'Run' }).click();
    await resultOf(page).getByText('[PERSON]').first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });
});
