import { makeWav, respondJson, serveBytes, startStubUpstream, until } from '@medley/testing';
import { startAllInOne, type AllInOne } from '@medley/testing/system';
import type { Locator, Page } from 'playwright-core';
import { ConsoleBrowser, describeInBrowser, findBarriers, type ConsolePage } from './console-browser';

const words = [
  { start: 0.4, end: 1, word: 'Докладывает' },
  { start: 2.2, end: 2.6, word: 'Сергей' },
  { start: 2.7, end: 3.2, word: 'Волков.' },
];
const spoken = 'Докладывает Сергей Волков.';
const speech = {
  language: 'russian',
  duration: 4,
  text: spoken,
  segments: [{ start: 0.4, end: 3.2, text: spoken }],
  words,
};
const letter = '😀 Звонил Иван Петров, почта ivan@example.com. Иван Петров перезвонит в «Ромашку».';

describeInBrowser('what was taken out', () => {
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
    upstream.respond(respondJson(speech));
    medley = await startAllInOne({ ASR_BASE_URL: upstream.url, ASR_API_KEY: 'sk-upstream' });
  });
  afterAll(async () => {
    await browser.close();
    await medley.stop();
    await Promise.all([upstream.close(), source.stop()]);
  });

  interface OpenOptions {
    theme?: 'light' | 'dark';
    width?: number;
  }

  const openTask = (id: string, options: OpenOptions = {}): Promise<ConsolePage> =>
    browser.open({ url: medley.api.url, key: medley.key, path: `/tasks/${id}/redaction`, ...options });

  async function openLetter(body: object = {}, options: OpenOptions = {}): Promise<Page> {
    const { id } = await medley.api.create('/pii', { input: letter, mode: 'reversible', ...body });
    await medley.api.ended(id);
    return (await openTask(id, options)).page;
  }

  const before = (page: Page): Locator => page.getByRole('region', { name: 'Before', exact: true });
  const after = (page: Page): Locator => page.getByRole('region', { name: 'After', exact: true });
  const marks = (side: Locator): Promise<string[]> => side.locator('mark').allInnerTexts();

  test('marks the same places on both sides, whatever stands before them', async () => {
    const page = await openLetter();
    await before(page).locator('mark').first().waitFor();
    expect(await marks(before(page))).toEqual(['Иван Петров', 'ivan@example.com', 'Иван Петров']);
    expect(await marks(after(page))).toEqual(['[PERSON_1]', '[EMAIL_1]', '[PERSON_1]']);
    expect(await before(page).locator('.side-text').innerText()).toBe(letter);
    const kinds = page.getByRole('region', { name: 'What was found' });
    await kinds.getByRole('listitem').filter({ hasText: 'Name' }).getByText('2').waitFor();
  });

  test('the pointer lights all mentions of one person, buttons walk through them', async () => {
    const page = await openLetter();
    await after(page).locator('mark').first().hover();
    const lit = page.locator('.mark-lit');
    await lit.first().waitFor();
    expect(await lit.allInnerTexts()).toEqual(['Иван Петров', 'Иван Петров', '[PERSON_1]', '[PERSON_1]']);
    await page.getByRole('button', { name: 'Next mention' }).click();
    await page.getByRole('button', { name: 'Next mention' }).click();
    await page.getByText('2 of 3').waitFor();
    await page.locator('.mark-current').getByText('ivan@example.com').waitFor();
    expect(await page.locator('.mark-current').allInnerTexts()).toEqual(['ivan@example.com', '[EMAIL_1]']);
  });

  test('the arrow keys walk through the mentions, and round', async () => {
    const page = await openLetter();
    await after(page).locator('.side-text').focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByText('3 of 3').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText('1 of 3').waitFor();
    expect(await page.locator('.mark-chosen').count()).toBe(4);
  });

  test('kinds and words that a person changes run the step again, at a price shown before', async () => {
    const page = await openLetter();
    await page.getByRole('checkbox', { name: 'E-mail' }).uncheck();
    await page.getByLabel('Also take out').fill('Ромашку');
    await page.getByRole('button', { name: 'Add' }).click();
    const bar = page.getByRole('region', { name: 'Changed' });
    await bar.getByText(/It costs at most 0\.\d+ credits/).waitFor();
    await bar.getByRole('button', { name: 'Run again' }).click();
    await after(page).getByText('[CUSTOM_DENIED_1]').waitFor();
    expect(await marks(before(page))).toEqual(['Иван Петров', 'Иван Петров', 'Ромашку']);
    await after(page).getByText('ivan@example.com').waitFor();
    expect(await page.getByRole('checkbox', { name: 'E-mail' }).isChecked()).toBe(false);
    await page.getByText('Ромашку', { exact: true }).last().waitFor();
  });

  test('a mention that is no personal data is left in the text', async () => {
    const page = await openLetter();
    await before(page).locator('mark').first().click();
    await page.getByRole('button', { name: 'Leave it in the text' }).click();
    await page.getByRole('button', { name: 'Run again' }).click();
    await after(page).getByText('Звонил Иван Петров').waitFor();
    expect(await marks(after(page))).toEqual(['[EMAIL_1]']);
  });

  test('puts the originals back into an answer, and says which markers it lacks', async () => {
    const page = await openLetter();
    const restore = page.getByRole('region', { name: 'Put the originals back' });
    await restore.getByLabel('A text with the markers').fill('Ответить: [PERSON_1].');
    await restore.getByRole('button', { name: 'Put back' }).click();
    await restore.getByText('Ответить: Иван Петров.').waitFor();
    await restore.getByText('Not in the text: EMAIL_1.').waitFor();
  });

  test('hands the result over as a file', async () => {
    const page = await openLetter({ mode: 'blind' });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'TXT' }).click();
    const chunks: Buffer[] = [];
    for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    expect(text).toBe('😀 Звонил [PERSON], почта [EMAIL]. [PERSON] перезвонит в «Ромашку».');
    expect(await page.getByRole('region', { name: 'Put the originals back' }).count()).toBe(0);
  });

  test('sound without personal data plays, and a stretch of it is a click away', async () => {
    const steps = ['fetch', 'transcribe', 'depersonalize', 'redact'].map((name) => ({ name }));
    const { id } = await medley.api.create('/tasks', { url: `${source.url}/meeting.wav`, steps });
    await medley.api.ended(id);
    const { page } = await openTask(id);
    await before(page).getByText('Сергей Волков').waitFor();
    await page.getByRole('list', { name: 'Stretches taken out' }).getByRole('button').click();
    // One second before the stretch, which begins at 2.05.
    await until(
      async () => (await page.evaluate<number>('document.querySelector("audio").currentTime')) > 1.05,
    );
    expect(await page.evaluate('document.querySelector("audio").error')).toBeNull();
  });

  test('says so when the text before is not given out, or deleted', async () => {
    const { id } = await medley.api.create('/tasks', {
      url: `${source.url}/meeting.wav`,
      steps: ['fetch', 'transcribe', 'depersonalize'].map((name) => ({ name })),
      outputs: ['depersonalize'],
    });
    await medley.api.ended(id);
    const { page } = await openTask(id);
    await before(page).getByText('The task does not give this text out').waitFor();
    await after(page).getByText('Докладывает [PERSON].').waitFor();
    await medley.client.tasks.delete(id);
    await page.reload();
    await page.getByText('The texts of this task are deleted').waitFor();
  });

  test('hostile texts are shown as text, a line of 100 kB too', async () => {
    const line = 'Иван Петров<script>throw 1</script>\u202eтекст'.repeat(2_500).slice(0, 99_000);
    const { id } = await medley.api.create('/pii', { input: line });
    await medley.api.ended(id);
    const { page, problems, foreignRequests } = await openTask(id, { width: 390 });
    await before(page).getByText('<script>').first().waitFor();
    expect(await before(page).locator('script').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect({ problems, foreignRequests }).toEqual({ problems: [], foreignRequests: [] });
  });

  test.each(['light', 'dark'] as const)('has no serious barriers in the %s theme', async (theme) => {
    const everything =
      'Иван Петров, +7 916 123-45-67, ivan@example.com, улица Лесная, дом 14, карта 4111 1111 1111 1111, ' +
      'паспорт 4509 123456, родился 12.03.1986, машина А123ВС77, тайна';
    const page = await openLetter({ input: everything, deny_list: ['тайна'] }, { theme, width: 390 });
    await page.getByRole('button', { name: 'Next mention' }).click();
    await page.getByText('1 of').waitFor();
    expect(new Set(await marks(after(page))).size).toBe(9);
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });
});
