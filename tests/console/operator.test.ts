import { randomBytes, randomUUID } from 'node:crypto';
import { signalTopics } from '@medley/contracts';
import { productVersion } from '@medley/kit';
import { until } from '@medley/testing';
import { startTestSystem, type TestSystem } from '@medley/testing/system';
import { ConsoleBrowser, describeInBrowser, findBarriers, type ConsolePage } from './console-browser';

const OPERATOR_KEY = randomBytes(32).toString('base64url');

describeInBrowser('the operator', () => {
  let system: TestSystem;
  let browser: ConsoleBrowser;
  let url: string;

  beforeAll(async () => {
    const env = { OPERATOR_KEY };
    [system, browser] = await Promise.all([startTestSystem({ env }), ConsoleBrowser.start()]);
    url = system.urls[0] ?? '';
  });
  afterAll(async () => {
    await browser.close();
    await system.stop();
  });

  afterEach(async () => {
    for (const { id } of await system.stores.deadLetters.list(null, 100))
      await system.stores.deadLetters.drop(id);
  });

  function open(path: string, more: { theme?: 'light' | 'dark'; width?: number } = {}): Promise<ConsolePage> {
    return browser.open({ url, key: OPERATOR_KEY, path: `/operator${path}`, ...more });
  }

  test('pauses a kind, sees its steps wait, and resumes it', async () => {
    const { page, problems, foreignRequests } = await open('');
    const row = page.getByRole('listitem', { name: 'depersonalize' });
    await row.getByRole('button', { name: 'Pause depersonalize' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
    await row.getByText('Paused', { exact: true }).waitFor();

    const client = await system.newClient();
    const task = await client.create('/pii', { input: 'Позвоните Ивану Петрову.' });
    await row.getByText('Waiting1').waitFor();
    await row.getByRole('button', { name: 'Resume depersonalize' }).click();
    await row.getByRole('button', { name: 'Pause depersonalize' }).waitFor();
    expect((await system.ended(task.id)).status).toBe('completed');
    const nobody = page.getByRole('listitem', { name: 'transcode' });
    await nobody.getByText('Nothing takes this queue').waitFor();
    expect([problems, foreignRequests]).toEqual([[], []]);
  });

  test('retries a dead letter, and drops one, each after a question', async () => {
    const client = await system.newClient();
    const { id } = await client.create('/pii', { input: 'a' });
    await system.ended(id);
    for (const task_id of [id, null])
      await system.stores.deadLetters.record({
        ...{ reason: 'delivery_limit', queue: 'steps.pii', message: task_id && 'step.run', task_id },
        step_id: task_id && 'depersonalize',
      });
    const { page } = await open('/dead-letters');
    const row = page.getByRole('listitem').filter({ hasText: id });
    await row.getByText('delivered too often').waitFor();
    await row.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
    await row.waitFor({ state: 'detached' });
    const unreadable = page.getByRole('listitem').filter({ hasText: 'unreadable message' });
    await unreadable.getByRole('button', { name: 'Drop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Drop' }).click();
    await page.getByText('No dead letters').waitFor();
  });

  test('makes an account, finds it, adds credit, makes a key that works, and suspends it', async () => {
    const name = `<b>team</b> ${randomUUID()}`;
    const { page, problems } = await open('/accounts');
    await page.getByRole('button', { name: 'New account' }).click();
    const dialog = page.getByRole('dialog').first();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('First balance in credits').fill('10');
    await dialog.getByRole('button', { name: 'New account' }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('searchbox').fill(name.toUpperCase());
    await page.getByRole('button').filter({ hasText: name }).click();

    await dialog.getByLabel('Amount in credits').fill('2.5');
    await dialog.getByRole('button', { name: 'Add credit' }).click();
    await dialog.getByText('12.50').waitFor();
    await dialog.getByRole('button', { name: 'New key' }).click();
    const secret = await dialog.locator('.shown-secret-text').innerText();
    const balance = async (): Promise<Response> =>
      fetch(`${url}/api/v1/balance`, { headers: { authorization: `Bearer ${secret}` } });
    expect(await (await balance()).json()).toMatchObject({ data: { balance: 12.5 } });

    await dialog.getByRole('button', { name: 'Suspend', exact: true }).click();
    await page.getByRole('dialog').last().getByRole('button', { name: 'Suspend', exact: true }).click();
    await dialog.getByRole('button', { name: 'End the suspension' }).waitFor();
    const refused = await fetch(`${url}/api/v1/pii`, {
      ...{ method: 'POST', body: '{"input":"a"}' },
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(await refused.json()).toMatchObject({ error: { code: 'ACCOUNT_SUSPENDED' } });
    expect(problems).toEqual([]);
  });

  test('sees every process with the reasons of what does not work', async () => {
    const report = {
      ...{ service: 'transcoder', instance: 'transcoder-1f0c2a9b', version: '9.9.9', ok: false },
      ...{ started_at: new Date().toISOString(), reasons: { broker: 'no connection' }, warnings: {} },
    };
    system.broker.signal('process.reported', signalTopics.processReported, report);
    const { page } = await open('/processes');
    const row = page.getByRole('listitem').filter({ hasText: 'transcoder-1f0c2a9b' });
    await row.getByText('broker: no connection').waitFor();
    await row.getByText('not healthy').waitFor();
    await row.getByText('Version 9.9.9').waitFor();
  });

  test('a list that cannot be read is said with the request id, and read again on request', async () => {
    const { page } = await open('');
    await page.getByRole('listitem', { name: 'depersonalize' }).waitFor();
    // The service refuses what only this request asks, as it would a fault of the page.
    await page.route('**/operator/dead-letters?*', (route) =>
      route.continue({ url: `${url}/api/v1/operator/dead-letters?limit=0` }),
    );
    await page.getByRole('link', { name: 'Dead letters' }).click();
    const state = page.getByRole('alert');
    expect(await state.locator('code').innerText()).toMatch(/^[0-9a-f-]{36}$/);
    await page.unroute('**/operator/dead-letters?*');
    await state.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No dead letters').waitFor();
  });

  test('a search that finds nobody says so', async () => {
    const { page } = await open('/accounts');
    await page.getByRole('searchbox').fill(randomUUID());
    await page.getByText('No account has this name or id').waitFor();
  });

  test('the keyboard alone pauses a kind, and a question that is escaped changes nothing', async () => {
    const { page } = await open('');
    const row = page.getByRole('listitem', { name: 'redact' });
    await row.getByRole('button', { name: 'Pause redact' }).waitFor();
    const tabTo = async (label: string): Promise<void> => {
      const isThere = `document.activeElement?.getAttribute('aria-label') === ${JSON.stringify(label)}`;
      for (let presses = 0; presses < 40 && !(await page.evaluate(isThere)); presses += 1)
        await page.keyboard.press('Tab');
      expect(await page.evaluate(isThere)).toBe(true);
    };
    await tabTo('Pause redact');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await tabTo('Pause redact');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).press('Enter');
    await row.getByText('Paused', { exact: true }).waitFor();
    await tabTo('Resume redact');
    await page.keyboard.press('Enter');
    await row.getByRole('button', { name: 'Pause redact' }).waitFor();
  });

  test('signs in by the form, sees nothing of accounts, and a wrong key is refused with the reason', async () => {
    const { page } = await browser.open({ url });
    await page.getByLabel('API key').fill(randomBytes(32).toString('base64url'));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The service does not know this key').waitFor();
    await page.getByLabel('API key').fill(OPERATOR_KEY);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Queues' }).waitFor();
    const links = page.getByRole('navigation').first().getByRole('link');
    expect(await links.allInnerTexts()).toEqual(['Queues', 'Dead letters', 'Accounts', 'Processes']);
    await until(() => page.url().endsWith('/console/operator'));
  });

  test.each(['light', 'dark'] as const)(
    'has no barriers in the %s theme, and fits a phone',
    async (theme) => {
      await system.stores.deadLetters.record({
        ...{ reason: 'rejected', queue: 'orchestrator', message: 'step.finished' },
        ...{ task_id: randomUUID(), step_id: 'a' },
      });
      const { accountId } = (await system.newClient()).identity;
      for (const [path, content] of [
        ['', 'depersonalize'],
        ['/dead-letters', 'step.finished'],
        ['/accounts', accountId],
        ['/processes', `Version ${productVersion}`],
      ] as const) {
        const { page } = await open(path, { theme, width: 390 });
        await page.locator('.page').getByText(content).first().waitFor();
        expect(await findBarriers(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
      }
    },
  );
});
