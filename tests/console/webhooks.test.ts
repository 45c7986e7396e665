import type { Page } from 'playwright-core';
import { startReceiver, until, type Received, type Receiver } from '@medley/testing';
import type { TestClient } from '@medley/testing/gateway';
import { startTestSystem, type TestSystem } from '@medley/testing/system';
import { webhooks } from '@medley/client';
import { ConsoleBrowser, describeInBrowser, findBarriers } from './console-browser';

describeInBrowser('the webhooks', () => {
  let system: TestSystem;
  let browser: ConsoleBrowser;
  let client: TestClient;
  let receiver: Receiver;
  /** What the receiver answers to each path; anything else is accepted. */
  const answers = new Map<string, { status: number; body?: string }>();

  beforeAll(async () => {
    [system, browser, receiver] = await Promise.all([
      startTestSystem(),
      ConsoleBrowser.start(),
      startReceiver(({ path }, response) => {
        const { status, body } = answers.get(path) ?? { status: 204 };
        response.writeHead(status).end(body);
      }),
    ]);
  });
  beforeEach(async () => {
    client = await system.newClient();
  });
  afterAll(async () => {
    await browser.close();
    await system.stop();
    await receiver.stop();
  });

  const open = async (path = '/webhooks', theme: 'light' | 'dark' = 'light', width = 1440): Promise<Page> =>
    (await browser.open({ url: client.url, key: client.identity.key, path, theme, width })).page;

  /** A text whose end is posted to a path of the receiver. */
  async function createWith(path: string): Promise<string> {
    const task = await client.create('/pii', { input: 'Иван', webhook_url: `${receiver.url}${path}` });
    await system.ended(task.id);
    return task.id;
  }

  const receivedAt = (path: string): Received[] => receiver.received.filter((one) => one.path === path);
  const rowOf = (page: Page, path: string): ReturnType<Page['locator']> =>
    page
      .getByRole('list', { name: 'Deliveries, newest first' })
      .getByRole('listitem')
      .filter({ hasText: path });

  test('a failed delivery is sent again from its drawer, which shows every attempt', async () => {
    answers.set('/flaky', { status: 503 });
    const taskId = await createWith('/flaky');
    const page = await open();
    await rowOf(page, '/flaky').getByText('503').waitFor();
    await rowOf(page, '/flaky').getByRole('link').click();
    const drawer = page.getByRole('dialog', { name: 'Delivery' });
    await drawer.getByText('The receiver failed').waitFor();
    await drawer.getByText('503').first().waitFor();

    answers.set('/flaky', { status: 200 });
    await drawer.getByRole('button', { name: 'Send again' }).click();
    await drawer.getByText('sent by hand').waitFor();
    await drawer.getByText('delivered', { exact: true }).waitFor();
    await drawer.getByText('200').waitFor();
    await drawer.getByRole('link', { name: taskId }).click();
    await page.waitForURL(`**/console/tasks/${taskId}`);
  });

  test('a link opens the drawer of a delivery; Escape closes it and gives the focus back to its row', async () => {
    await createWith('/linked');
    const page = await open();
    await rowOf(page, '/linked').getByText('204').waitFor();
    const link = rowOf(page, '/linked').getByRole('link');
    await link.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\?delivery=/);
    await page.reload();
    await page.getByRole('dialog').getByText('delivered', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await link.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.delivery-link:focus').waitFor();
  });

  test('a delivery of nobody is said in plain words', async () => {
    const page = await open('/webhooks?delivery=5f0c1f7e-7a52-4d3c-9c3c-2f1b4f8f9d10');
    await page.getByText('There is no such delivery').waitFor();
  });

  test('many deliveries are sent again at once', async () => {
    const paths = ['/many/a', '/many/b', '/many/c'];
    for (const path of paths) await createWith(path);
    await until(() => paths.every((path) => receivedAt(path).length === 1));
    const page = await open();
    for (const path of ['/many/a', '/many/b'])
      await page.getByLabel(`Select the delivery to ${receiver.url}${path}`).check();
    await page
      .getByRole('toolbar', { name: '2 selected' })
      .getByRole('button', { name: 'Send again' })
      .click();
    await page.getByText('2 deliveries are being sent again').waitFor();
    await rowOf(page, '/many/a').getByText('2 attempts').waitFor();
    await until(() => receivedAt('/many/b').length === 2);
    expect(receivedAt('/many/c')).toHaveLength(1);
  });

  test('keeps its filters in the address; new deliveries appear as they happen', async () => {
    answers.set('/refusing', { status: 400 });
    const page = await open();
    await page.getByText('No webhooks yet').waitFor();
    await page.getByText('medley listen --forward-to').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await createWith('/refusing');
    await createWith('/accepting');
    await rowOf(page, '/accepting').waitFor();
    await page.getByText('delivered', { exact: true }).first().click();
    await page.waitForURL(/status=delivered/);
    await rowOf(page, '/refusing').waitFor({ state: 'detached' });
    await page.reload();
    await rowOf(page, '/accepting').waitFor();
    expect(await rowOf(page, '/refusing').count()).toBe(0);

    await page.getByLabel('From').fill('2099-01-01');
    await page.getByText('No delivery fits these filters').waitFor();
    await page.waitForURL(/from=2099-01-01/);
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await rowOf(page, '/refusing').waitFor();
  });

  test('deliveries beyond the first page are shown on request', async () => {
    const task = { input: 'x', steps: [{ name: 'depersonalize' }] };
    const first = await createWith('/oldest');
    for (const count of [30, 21]) {
      const tasks = Array.from({ length: count }, () => ({ ...task, webhook_url: `${receiver.url}/newer` }));
      expect((await client.post('/tasks/batch', { tasks })).status).toBeLessThan(300);
    }
    await until(async () => {
      const { items } = (await client.get('/deliveries?limit=100')).body.data as { items: unknown[] };
      return items.length === 52;
    });
    const page = await open();
    await rowOf(page, '/newer').nth(49).waitFor();
    expect(await rowOf(page, '/oldest').count()).toBe(0);
    await page.getByRole('button', { name: 'Show more' }).click();
    await rowOf(page, '/oldest').getByRole('link').click();
    await page.getByRole('dialog').getByRole('link', { name: first }).waitFor();
  });

  test('a list that cannot be read is said with the request id, and read again on request', async () => {
    const { page } = await browser.open({ url: client.url, key: client.identity.key });
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    // The gateway refuses what only this request asks, as it would a fault of the page.
    await page.route('**/api/v1/deliveries?*', (route) =>
      route.continue({ url: `${client.url}/api/v1/deliveries?limit=0` }),
    );
    await page.getByRole('link', { name: 'Webhooks' }).click();
    const state = page.getByRole('alert');
    expect(await state.locator('code').innerText()).toMatch(/^[0-9a-f-]{36}$/);
    await page.unroute('**/api/v1/deliveries?*');
    await state.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No webhooks yet').waitFor();
  });

  test('a test is sent and its answer shown, as text', async () => {
    answers.set('/test', {
      status: 401,
      body: '<script>document.title="owned"</script>\u202e no such secret',
    });
    const page = await open();
    await page.getByRole('button', { name: 'Send a test' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send a test' });
    await dialog.getByLabel('Address of the receiver').fill('nonsense');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByRole('alert').getByText('url').waitFor();
    await dialog.getByLabel('Address of the receiver').fill(`${receiver.url}/test`);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('The receiver did not accept it').waitFor();
    await dialog.getByText('401').waitFor();
    await dialog.getByText('does it know the current secret?').waitFor();
    await dialog.getByText('<script>document.title="owned"</script>').waitFor();
    expect(await page.title()).toBe('Webhooks · Medley');
    expect(receivedAt('/test')[0]?.headers['x-service-event']).toBe('webhook.test');

    answers.delete('/test');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('The receiver accepted it').waitFor();
  });

  test('a new secret is shown once, and the next delivery verifies under it', async () => {
    await createWith('/signed');
    await until(() => receivedAt('/signed').length === 1);
    const page = await open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'New secret' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Hours in which').fill('0');
    await dialog.getByRole('button', { name: 'Make a new secret' }).click();
    await page.getByText('The previous one is no longer valid').waitFor();
    await page.getByRole('region', { name: 'The new secret' }).getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied').waitFor();
    const secret = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(secret).toMatch(/^whsec_/);
    expect(isGenuine(receivedAt('/signed')[0], secret)).toBe(false);

    // Dispatchers learn of it within seconds.
    await until(async () => {
      await createWith('/signed');
      return receivedAt('/signed').some((one) => isGenuine(one, secret));
    });
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByText(secret).waitFor({ state: 'detached' });
  });

  test('a key that may only read sees deliveries, and no way to send or to rotate', async () => {
    await createWith('/seen');
    const { secret } = (await client.post('/keys', { role: 'read' })).body.data as { secret: string };
    const { page } = await browser.open({ url: client.url, key: secret, path: '/webhooks' });
    await rowOf(page, '/seen').getByRole('link').click();
    await page.getByRole('dialog').getByText('Attempts').waitFor();
    expect(await page.getByRole('button', { name: /Send|New secret/ }).count()).toBe(0);
    expect(await page.getByRole('checkbox').count()).toBe(0);
  });

  test('addresses of receivers are shown as text, and stay within the page', async () => {
    const hostile = `/<img src=x onerror=alert(1)>?\u202e${'x'.repeat(1_500)}`;
    const { id } = await client.create('/pii', { input: 'x', webhook_url: `${receiver.url}${hostile}` });
    await system.ended(id);
    const { page, problems } = await browser.open({
      url: client.url,
      key: client.identity.key,
      path: '/webhooks',
      width: 390,
    });
    await rowOf(page, 'onerror').getByRole('link').click();
    await page.getByRole('dialog').getByText('Attempts').waitFor();
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(problems).toEqual([]);
  });

  test.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
  ] as const)('has no serious barriers (%s, %i pixels)', async (theme, width) => {
    const page = await open('/webhooks', theme, width);
    await page.getByText('No webhooks yet').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    answers.set('/barriers', { status: 500 });
    await createWith('/barriers');
    await rowOf(page, '/barriers').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await rowOf(page, '/barriers').getByRole('link').click();
    await page.getByRole('dialog').getByText('The receiver failed').waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });
});

function isGenuine(received: Received | undefined, secret: string): boolean {
  return received !== undefined && webhooks.isGenuine(received.body, received.headers, secret);
}
