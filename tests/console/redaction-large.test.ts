import { makeWav, respondJson, serveBytes, startStubUpstream, until } from '@medley/testing';
import { startAllInOne, type AllInOne } from '@medley/testing/system';
import type { Locator, Page } from 'playwright-core';
import { ConsoleBrowser, describeInBrowser, type ConsolePage } from './console-browser';

const people = ['Иван Петров', 'ivan@example.com', '+7 916 123-45-67', 'Анна Смирнова'];
const textOf = (count: number, end: (index: number) => string): string =>
  Array.from(
    { length: count },
    (_, index) => `Звонил ${people[index % 4] ?? ''} насчёт договора, просил перезвонить.${end(index)}`,
  ).join('');

describeInBrowser('what was taken out of a long text', () => {
  let medley: AllInOne;
  let browser: ConsoleBrowser;
  let upstream: Awaited<ReturnType<typeof startStubUpstream>>;
  let source: Awaited<ReturnType<typeof serveBytes>>;

  beforeAll(async () => {
    [upstream, source, browser] = await Promise.all([
      startStubUpstream(),
      serveBytes({ '/meeting.wav': makeWav(4) }),
      ConsoleBrowser.start(),
    ]);
    medley = await startAllInOne({ ASR_BASE_URL: upstream.url, ASR_API_KEY: 'sk-upstream' });
  });
  afterAll(async () => {
    await browser.close();
    await medley.stop();
    await Promise.all([upstream.close(), source.stop()]);
  });

  const openTask = (id: string): Promise<ConsolePage> =>
    browser.open({ url: medley.api.url, key: medley.key, path: `/tasks/${id}/redaction` });
  const before = (page: Page): Locator => page.getByRole('region', { name: 'Before', exact: true });

  async function openText(input: string): Promise<Page> {
    const { id } = await medley.api.create('/pii', { input });
    await medley.api.ended(id);
    const { page } = await openTask(id);
    await before(page).locator('mark').first().waitFor();
    return page;
  }

  test('only the blocks in sight are laid out, and their lines are those of the text', async () => {
    const text = textOf(1_200, (index) => (index % 7 === 3 ? '\n\n' : '\n'));
    const page = await openText(text);
    const blocks = await before(page).locator('.marked-block').allTextContents();
    expect(blocks.length).toBeGreaterThan(10);
    expect(blocks.join('\n')).toBe(text);
    // Those out of sight have the height of the style sheet, not their own.
    const height = (index: number): Promise<number | undefined> =>
      before(page)
        .locator('.marked-block')
        .nth(index)
        .boundingBox()
        .then((box) => box?.height);
    expect(await height(0)).not.toBe(1_200);
    expect(await height(blocks.length - 1)).toBe(1_200);
  });

  test('a text of one line has blocks too, with every character', async () => {
    const text = textOf(1_000, () => ' ');
    const page = await openText(text);
    const blocks = await before(page).locator('.marked-block').allTextContents();
    expect(blocks.length).toBeGreaterThan(1);
    expect(blocks.join('')).toBe(text);
  });

  test('reads the text before from its link when the answer of the service has no room for it', async () => {
    const word = { word: 'слово'.repeat(20), start: 1, end: 2 };
    const text = 'Докладывает Сергей Волков.';
    upstream.respond(
      respondJson({
        language: 'russian',
        duration: 4,
        text,
        segments: [{ start: 0.4, end: 3.2, text }],
        words: Array.from({ length: 45_000 }, () => word),
      }),
    );
    const { id } = await medley.api.create('/tasks', {
      url: `${source.url}/meeting.wav`,
      steps: [{ name: 'fetch' }, { name: 'transcribe', options: { words: true } }, { name: 'depersonalize' }],
    });
    await medley.api.ended(id);
    const { transcribe } = (await medley.client.tasks.get(id)).output ?? {};
    expect(transcribe).toMatchObject({ omitted: true });
    const { page, foreignRequests } = await openTask(id);
    await before(page).getByText('Сергей Волков').waitFor();
    expect(await before(page).locator('mark').allInnerTexts()).toEqual(['Сергей Волков']);
    expect(foreignRequests).toEqual([]);
  });

  test('the data can be deleted here, and the page says when that was', async () => {
    const page = await openText('Звонил Иван Петров.');
    await page.getByRole('button', { name: 'Delete data' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete data' }).click();
    await page.getByText('The texts of this task are deleted').waitFor();
    const year = String(new Date().getFullYear());
    await until(async () => (await page.getByText(/^Deleted /).innerText()).includes(year));
    expect(await page.getByRole('button', { name: 'Delete data' }).count()).toBe(0);
  });
});
