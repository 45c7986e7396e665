import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import type { Page } from 'playwright-core';
import { neverRespond, startStubUpstream, until } from '@medley/testing';
import type { TestClient } from '@medley/testing/gateway';
import { startTestSystem, type TestSystem } from '@medley/testing/system';
import { ConsoleBrowser, describeInBrowser, findBarriers } from './console-browser';

describeInBrowser('the list of tasks', () => {
  let system: TestSystem;
  let browser: ConsoleBrowser;
  let client: TestClient;
  let source: Awaited<ReturnType<typeof startStubUpstream>>;

  beforeAll(async () => {
    [system, browser, source] = await Promise.all([
      startTestSystem(),
      ConsoleBrowser.start(),
      startStubUpstream(),
    ]);
    source.respond(neverRespond);
  });
  beforeEach(async () => {
    client = await system.newClient();
  });
  afterAll(async () => {
    await browser.close();
    await system.stop();
    await source.close();
  });

  /** Texts whose personal data is taken out, each with its file name. */
  async function createTexts(...filenames: string[]): Promise<void> {
    for (const filename of filenames)
      await client.create('/tasks', { input: 'Иван', filename, steps: [{ name: 'depersonalize' }] });
  }

  const open = async (path = '/tasks', theme: 'light' | 'dark' = 'light', width = 1440): Promise<Page> =>
    (await browser.open({ url: client.url, key: client.identity.key, path, theme, width })).page;

  /** A task that waits for a source which never answers. */
  const createWaiting = (filename: string): Promise<unknown> =>
    client.create('/transcode', { url: `${source.url}/a.mp3`, filename });

  test('keeps its filters in the address, so that a link shows the same', async () => {
    await createTexts('minutes.txt', 'letter.txt');
    const page = await open();
    await page.getByRole('link', { name: 'letter.txt' }).waitFor();
    await page.getByRole('searchbox', { name: 'Beginning of the id or filename' }).fill('min');
    await page.getByRole('link', { name: 'letter.txt' }).waitFor({ state: 'detached' });
    await page.getByText('completed', { exact: true }).first().click();
    await page.waitForURL(/\?(?=.*q=min)(?=.*status=completed)/);

    await page.reload();
    await page.getByRole('link', { name: 'minutes.txt' }).waitFor();
    expect(await page.getByRole('link', { name: 'letter.txt' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByRole('link', { name: 'letter.txt' }).waitFor();
  });

  test('shows new tasks and their ends as they happen', async () => {
    const page = await open();
    await page.getByText('No tasks yet').waitFor();
    await page.getByText('Live').waitFor();
    await createTexts('first.txt');
    const row = page.getByRole('listitem').filter({ hasText: 'first.txt' });
    await row.getByText('completed').waitFor();
    await createTexts('second.txt');
    await page.getByRole('link', { name: 'second.txt' }).waitFor();
  });

  test('is walked by j and k, opened by Enter', async () => {
    await createTexts('one.txt', 'two.txt', 'three.txt');
    const page = await open();
    await page.getByRole('link', { name: 'one.txt' }).waitFor();
    for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
    const focused = page.locator('.task-link:focus');
    await focused.filter({ hasText: 'two.txt' }).waitFor();
    await page.keyboard.press('/');
    await page.locator('search input:focus').first().waitFor();
    await page.keyboard.type('jk');
    await page.waitForURL(/q=jk/);
  });

  test('cancels the selected tasks after asking, and retries the failed ones', async () => {
    await createWaiting('a.mp3');
    await createWaiting('b.mp3');
    const page = await open();
    for (const name of ['a.mp3', 'b.mp3']) await page.getByLabel(`Select ${name}`).check();
    await page.getByRole('button', { name: 'Cancel tasks' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/Cancel \d running tasks?/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel tasks' }).click();
    await page.getByText('failed', { exact: true }).nth(2).waitFor();

    await page.getByLabel('Select a.mp3').check();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('1 retry created').waitFor();
    await page.getByText('3 tasks', { exact: true }).waitFor();
  });

  test('a key that may only read selects nothing', async () => {
    await createTexts('one.txt');
    const { secret } = (await client.post('/keys', { role: 'read' })).body.data as { secret: string };
    const { page } = await browser.open({ url: client.url, key: secret, path: '/tasks' });
    await page.getByRole('link', { name: 'one.txt' }).waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
  });

  test('10,000 tasks are scrolled to the last one with few rows in the document at any time', async () => {
    const oldest = await client.create('/pii', { input: 'Иван' });
    await system.ended(oldest.id);
    await copyTask(oldest.id, 10_000);
    const page = await open();
    await page.getByText('10,001 tasks').waitFor();
    const list = page.getByRole('region', { name: 'Tasks, newest first' });
    const last = list.locator(`a[href$="${oldest.id}"]`);
    let rowsMax = 0;
    await until(async () => {
      await page.evaluate('document.querySelector(".task-list").scrollTo(0, Number.MAX_SAFE_INTEGER)');
      rowsMax = Math.max(rowsMax, await list.getByRole('listitem').count());
      return (await last.count()) > 0;
    });
    expect(rowsMax).toBeLessThan(80);
  });

  /** Stores newer copies of an ended task, as if they had been created. */
  async function copyTask(id: string, count: number): Promise<void> {
    const connection = await mongoose.createConnection(system.mongoUrl).asPromise();
    const tasks = connection.collection<{ _id: string; created_at: Date }>('tasks');
    const task = await tasks.findOne({ _id: id });
    if (!task) throw new Error('the task is not in the database');
    const start = task.created_at.getTime();
    const copies = Array.from({ length: count }, (_, index) => ({
      ...task,
      _id: randomUUID(),
      created_at: new Date(start + index + 1),
    }));
    await tasks.insertMany(copies);
    await connection.close();
  }

  test.each(['light', 'dark'] as const)('has no serious barriers (%s)', async (theme) => {
    await createTexts('one.txt');
    const page = await open('/tasks', theme);
    await page.getByRole('link', { name: 'one.txt' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });
});
