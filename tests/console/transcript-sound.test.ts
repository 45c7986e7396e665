import type { Page, Response } from 'playwright-core';
import { makeWav, respondJson, serveBytes, startStubUpstream, until, wavHeader } from '@medley/testing';
import { startAllInOne, type AllInOne } from '@medley/testing/system';
import { ConsoleBrowser, describeInBrowser, findBarriers } from './console-browser';

/** A word a second, two of them in a segment. */
const said = [
  'Good',
  'morning.',
  'I',
  'am',
  'Ann',
  'Lee',
  'from',
  'London.',
  'Thank',
  'you',
  'very',
  'much.',
];
const words = said.map((word, at) => ({ word, start: at, end: at + 0.9 }));
const segments = said.flatMap((word, at) =>
  at % 2 === 0 ? [{ start: at, end: at + 1.9, text: ` ${word} ${said[at + 1]}` }] : [],
);
const speech = {
  language: 'english',
  duration: 12,
  text: segments.map(({ text }) => text).join(''),
  segments,
  words,
};
const LIT = "[...(CSS.highlights.get('active') ?? [])].map(String).join()";

/** Waits until an expression is true in the page, whose policy lets no script evaluate it. */
const holds = (page: Page, expression: string): Promise<void> =>
  until(() => page.evaluate<boolean>(expression));

/** Twelve seconds, of which the first six are silent. */
function silenceThenTone(): Buffer {
  const tone = makeWav(6).subarray(44);
  const data = Buffer.concat([Buffer.alloc(tone.length), tone]);
  return Buffer.concat([wavHeader(data.length), data]);
}

describeInBrowser('a transcript with its sound', () => {
  let medley: AllInOne;
  let browser: ConsoleBrowser;
  let upstream: Awaited<ReturnType<typeof startStubUpstream>>;
  let source: Awaited<ReturnType<typeof serveBytes>>;
  let id: string;

  beforeAll(async () => {
    upstream = await startStubUpstream();
    upstream.respond(respondJson(speech));
    source = await serveBytes({ '/call.wav': silenceThenTone() });
    [medley, browser] = await Promise.all([
      startAllInOne({ ASR_BASE_URL: upstream.url, ASR_API_KEY: 'sk-upstream' }),
      ConsoleBrowser.start(),
    ]);
    id = await transcribe();
  });
  afterAll(async () => {
    await browser.close();
    await medley.stop();
    await Promise.all([upstream.close(), source.stop()]);
  });

  /** A sound without its first four seconds, beside the transcript of all of it. */
  async function transcribeAndCut(): Promise<string> {
    const task = await medley.client.tasks.create({
      url: `${source.url}/call.wav`,
      steps: [
        { name: 'fetch' },
        { name: 'transcribe', options: { language: 'en', words: true, diarization: false } },
        { name: 'transcode', depends_on: ['fetch'], options: { start: 4 } },
      ],
    });
    return (await medley.client.tasks.wait(task)).id;
  }

  async function transcribe(): Promise<string> {
    const task = await medley.client.tasks.create({
      url: `${source.url}/call.wav`,
      filename: 'call.wav',
      steps: [
        { name: 'fetch' },
        { name: 'transcode' },
        { name: 'transcribe', options: { language: 'en', words: true, diarization: false } },
        { name: 'depersonalize', options: { deny_list: ['Ann Lee'] } },
        { name: 'redact', depends_on: ['depersonalize', 'transcode'], options: { with: 'silence' } },
      ],
    });
    return (await medley.client.tasks.wait(task)).id;
  }

  const open = (query = '', theme: 'light' | 'dark' = 'light', width = 1440): Promise<Page> =>
    openTask(id, { query, theme, width });

  async function openTask(
    task: string,
    { query = '', ...options }: { query?: string; theme?: 'light' | 'dark'; width?: number } = {},
  ): Promise<Page> {
    const path = `/tasks/${task}/transcript${query}`;
    const { page } = await browser.open({ url: medley.api.url, key: medley.key, path, ...options });
    await page.getByRole('slider', { name: 'Position in the sound' }).waitFor();
    await holds(page, "document.querySelector('audio').readyState > 0");
    return page;
  }

  const isLit = (page: Page, word: string): Promise<void> =>
    holds(page, `${LIT} === ${JSON.stringify(word)}`);
  const isAt = (page: Page, seconds: number): Promise<void> =>
    holds(page, `Math.abs(document.querySelector('audio').currentTime - ${seconds}) < 0.2`);

  test('is reached from the page of the task', async () => {
    const { page } = await browser.open({ url: medley.api.url, key: medley.key, path: `/tasks/${id}` });
    await page.getByRole('link', { name: 'Transcript' }).click();
    await page.getByText('Good morning.').waitFor();
  });

  test('plays, lights each word as it is heard, and stops, by button and by space', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await isLit(page, 'Good');
    await isLit(page, 'morning.');
    await page.getByRole('button', { name: 'Pause' }).click();
    await holds(page, "document.querySelector('audio').paused");
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('Space');
    await holds(page, "!document.querySelector('audio').paused");
  });

  test('is moved by keys, five seconds at a time, with parts of the file alone', async () => {
    const page = await open();
    const parts: Response[] = [];
    page.on('response', (response) => parts.push(response));
    const slider = page.getByRole('slider', { name: 'Position in the sound' });
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await isLit(page, 'Lee');
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^0:05 of 0:1\d$/);
    await page.keyboard.press('ArrowRight');
    await isLit(page, 'very');
    await page.keyboard.press('ArrowLeft');
    await isLit(page, 'Lee');
    await page.keyboard.press('Home');
    await isLit(page, 'Good');
    const ofFile = parts.filter((response) => response.url().includes('/files/'));
    expect(ofFile.filter((response) => response.status() !== 206)).toEqual([]);
  });

  test('a click on a word goes to it, and on a time to its segment', async () => {
    const page = await open('?view=segments');
    const from = page.locator('.passage-text').filter({ hasText: 'from London.' });
    const { width = 0, height = 0 } = (await from.boundingBox()) ?? {};
    expect(width).toBeGreaterThan(0);
    await from.click({ position: { x: 70, y: height / 2 } });
    await isAt(page, 7);
    await isLit(page, 'London.');
    await from.click({ position: { x: 4, y: height / 2 } });
    await isAt(page, 6);
    await page.getByRole('button', { name: 'Play from 0:02' }).click();
    await isAt(page, 2);
  });

  test('the waveform is flat where nothing is heard', async () => {
    const page = await open();
    const tallest = 'Math.max(...[...d.matchAll(/v([\\d.]+)/g)].map(([, length]) => Number(length)))';
    await holds(
      page,
      `((d) => ${tallest} > 30)(document.querySelector('.waveform-all path').getAttribute('d'))`,
    );
    const path = (await page.locator('.waveform-all path').getAttribute('d')) ?? '';
    const lengths = [...path.matchAll(/v([\d.]+)/g)].map(([, length]) => Number(length));
    const middle = lengths.length / 2;
    expect(Math.max(...lengths.slice(2, middle - 4))).toBeLessThan(5);
    expect(Math.min(...lengths.slice(middle + 4, -6))).toBeGreaterThan(30);
  });

  test('redacted, it has neither the words nor their sound', async () => {
    const page = await open();
    const sourceOf = (): Promise<string | null> => page.locator('audio').getAttribute('src');
    expect(await sourceOf()).toContain('/transcode/');
    await page.getByText('Redacted', { exact: true }).click();
    await page.getByText('I am [CUSTOM_DENIED]').waitFor();
    expect(await sourceOf()).toContain('/redact/');
    expect(await page.getByText('Ann').count()).toBe(0);
    await page.waitForURL(/version=redacted/);
  });

  test('follows the sound until the person scrolls, and again when asked to', async () => {
    const page = await open('?view=segments');
    await page.setViewportSize({ width: 700, height: 420 });
    const slider = page.getByRole('slider', { name: 'Position in the sound' });
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    const isSeen = (): Promise<void> =>
      holds(
        page,
        "(({ top, bottom }) => top > 0 && bottom < innerHeight)(document.querySelector('[data-active]').getBoundingClientRect())",
      );
    await isLit(page, 'very');
    await isSeen();
    // A turn of the wheel may meet the page still on its way to the active line.
    await until(async () => {
      await page.mouse.wheel(0, -2_000);
      return (await page.evaluate('scrollY')) === 0;
    });
    await slider.press('ArrowLeft');
    await isLit(page, 'Lee');
    expect(await page.evaluate('scrollY')).toBe(0);
    await slider.press('End');
    await slider.press('ArrowLeft');
    await page.getByRole('button', { name: 'Follow the sound' }).click();
    await isSeen();
    expect(await page.getByRole('button', { name: 'Follow the sound' }).count()).toBe(0);
  });

  test('of which only a part is kept has its times', async () => {
    const page = await openTask(await transcribeAndCut());
    await isLit(page, 'Ann');
    const slider = page.getByRole('slider', { name: 'Position in the sound' });
    expect(await slider.getAttribute('aria-valuemin')).toBe('4');
    await slider.press('ArrowRight');
    await isLit(page, 'you');
    await isAt(page, 5);
  });

  test('keeps the text that is on the page when its data is deleted, and no sound', async () => {
    const other = await transcribe();
    const page = await openTask(other);
    await page.getByRole('link', { name: 'Task', exact: true }).click();
    await page.getByRole('button', { name: 'Delete data' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete data' }).click();
    await page.getByText('The output was deleted.').waitFor();
    await page.goBack();
    await page.getByText('This is what the page still has.').waitFor();
    await page.getByText('Good morning.').waitFor();
    expect(await page.locator('audio').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Download SRT' }).isDisabled()).toBe(true);
  });

  test('says so when its data is deleted', async () => {
    const other = await transcribe();
    await medley.client.tasks.delete(other);
    const path = `/tasks/${other}/transcript`;
    const { page } = await browser.open({ url: medley.api.url, key: medley.key, path });
    await page.getByText('The transcript was deleted').waitFor();
    expect(await page.locator('audio').count()).toBe(0);
  });

  test.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const)('has no serious barriers (%s, %i pixels)', async (theme, width) => {
    const page = await open('', theme, width);
    await page.getByText('Good morning.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});
