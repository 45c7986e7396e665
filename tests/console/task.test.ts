import type { Page } from 'playwright-core';
import { neverRespond, respondStatus, startStubUpstream } from '@medley/testing';
import type { TestClient } from '@medley/testing/gateway';
import { startTestSystem, type TestSystem } from '@medley/testing/system';
import { ConsoleBrowser, describeInBrowser, findBarriers } from './console-browser';

describeInBrowser('the page of a task', () => {
  let system: TestSystem;
  let browser: ConsoleBrowser;
  let client: TestClient;
  let server: Awaited<ReturnType<typeof startStubUpstream>>;

  beforeAll(async () => {
    [system, browser, server] = await Promise.all([
      startTestSystem(),
      ConsoleBrowser.start(),
      startStubUpstream(),
    ]);
  });
  beforeEach(async () => {
    client = await system.newClient();
  });
  afterAll(async () => {
    await browser.close();
    await system.stop();
    await server.close();
  });

  const open = async (id: string, theme: 'light' | 'dark' = 'light', width = 1440): Promise<Page> =>
    (await browser.open({ url: client.url, key: client.identity.key, path: `/tasks/${id}`, theme, width }))
      .page;

  const letter = {
    input: 'Позвоните Ивану Петрову.',
    filename: 'letter.txt',
    steps: [
      { name: 'depersonalize', id: 'hide', options: { mode: 'reversible' } },
      { name: 'restore', id: 'show' },
    ],
  };

  async function endedLetter(more: object = {}): Promise<string> {
    const { id } = await client.create('/tasks', { ...letter, ...more });
    await system.ended(id);
    return id;
  }

  async function waitingTask(): Promise<string> {
    server.respond(neverRespond);
    return (await client.create('/transcode', { url: `${server.url}/a.mp3` })).id;
  }

  test('graph, bars and details share one selection, which the address keeps', async () => {
    const page = await open(await endedLetter());
    const graph = page.getByRole('group', { name: 'Steps and what they depend on' });
    const bars = page.getByRole('group', { name: 'Steps over time' });
    await page.getByRole('region', { name: 'Step show' }).getByText('Позвоните Ивану Петрову.').waitFor();
    await graph.getByRole('button', { name: 'hide' }).click();
    await page.getByRole('region', { name: 'Step hide' }).getByText('Позвоните [PERSON_1].').waitFor();
    expect(await bars.getByRole('button', { name: 'hide' }).getAttribute('aria-pressed')).toBe('true');
    await page.waitForURL(/\?step=hide$/);
    await bars.getByRole('button', { name: 'show' }).click();
    await page.getByRole('region', { name: 'Step show' }).waitFor();
  });

  test('follows a running task, cancels it after asking, and says what to do next', async () => {
    const page = await open(await waitingTask());
    await page.getByText('Live').waitFor();
    await page.getByRole('region', { name: 'Step fetch' }).getByText('running').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Retry to run what is missing').waitFor();
    await page.getByText('Live').waitFor({ state: 'detached' });
  });

  test('retries from a chosen step with changed options, as a new task', async () => {
    const id = await endedLetter();
    const page = await open(`${id}?step=hide`);
    await page.getByRole('button', { name: 'Retry' }).click();
    const dialog = page.getByRole('dialog');
    const options = dialog.getByLabel('Options of hide');
    await options.fill('{ "mode": ');
    await dialog.getByText('This is not a JSON object.').waitFor();
    await options.fill('{ "mode": "reversible", "allow_list": 1 }');
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await dialog.getByText('options.hide.allow_list').waitFor();
    await options.fill('{ "mode": "reversible", "allow_list": ["Ивану Петрову"] }');
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await page.waitForURL((url) => url.pathname.startsWith('/console/tasks/') && !url.pathname.endsWith(id));
    await page.getByText('Retry of').waitFor();
    await page.getByText('completed').first().waitFor();
  });

  test('deletes the data after asking; the record stays', async () => {
    const page = await open(await endedLetter());
    await page.getByRole('button', { name: 'Delete data' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete data' }).click();
    await page.getByText('The output was deleted.').waitFor();
    expect(await page.getByText('Позвоните').count()).toBe(0);
  });

  test('copies a command that creates the same task, without the key', async () => {
    const page = await open(await endedLetter({ input: "It's 'quoted' $HOME" }));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByText('Copied').waitFor();
    const command = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(command).toContain(`curl -s ${client.url}/api/v1/tasks`);
    expect(command).toContain(`It'\\''s '\\''quoted'\\'' $HOME`);
    expect(command).not.toContain(client.identity.key);
  });

  test('shows the deliveries of the webhook, and sends one again', async () => {
    server.respond(respondStatus(204));
    const page = await open(await endedLetter({ webhook_url: `${server.url}/hook` }));
    const webhook = page.getByRole('region', { name: 'Webhook' });
    await webhook.getByText('delivered', { exact: true }).waitFor();
    await webhook.getByRole('button', { name: 'Send again' }).click();
    await webhook.getByText('204').nth(1).waitFor();
  });

  test('a key that may only read sees no way to change the task', async () => {
    const id = await endedLetter();
    const { secret } = (await client.post('/keys', { role: 'read' })).body.data as { secret: string };
    const { page } = await browser.open({ url: client.url, key: secret, path: `/tasks/${id}` });
    await page.getByRole('button', { name: 'Copy as curl' }).waitFor();
    expect(await page.getByRole('button', { name: /Retry|Delete|Cancel/ }).count()).toBe(0);
  });

  test('texts of users are shown as text', async () => {
    const hostile = `<img src=x onerror="document.title='owned'"> \u202eevil ${'x'.repeat(50_000)}`;
    const id = await endedLetter({ input: hostile, filename: '<script>document.title="owned"</script>' });
    const page = await open(id);
    await page.getByRole('heading', { level: 1, name: '<script>' }).waitFor();
    expect(await page.title()).toContain('<script>');
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  test('a task that does not exist is said in plain words', async () => {
    const page = await open('5f0c1f7e-7a52-4d3c-9c3c-2f1b4f8f9d10');
    await page.getByText('There is nothing here').waitFor();
  });

  test.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
  ] as const)('has no serious barriers (%s, %i pixels)', async (theme, width) => {
    const page = await open(await endedLetter(), theme, width);
    await page.getByRole('region', { name: 'Step show' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });
});
