import { inflateRawSync } from 'node:zlib';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { makeWav, respondJson, respondStatus, serveBytes, startStubUpstream, until } from '@medley/testing';
import type { TestClient } from '@medley/testing/gateway';
import { startTestSystem, type TestSystem } from '@medley/testing/system';
import { ConsoleBrowser, describeInBrowser, findBarriers } from './console-browser';

const segment = (id: number, speaker: string | null, text: string): object => ({
  id,
  start: id * 2,
  end: id * 2 + 1.5,
  text,
  speaker,
});
const talk = [
  segment(0, 'A', 'Good morning, everyone.'),
  segment(1, 'B', 'Good MORNING! Shall we begin?'),
  segment(2, 'A', 'This morning, yes.'),
];

describeInBrowser('the text of a transcript', () => {
  let system: TestSystem;
  let browser: ConsoleBrowser;
  let client: TestClient;
  let upstream: Awaited<ReturnType<typeof startStubUpstream>>;
  let source: Awaited<ReturnType<typeof serveBytes>>;

  beforeAll(async () => {
    upstream = await startStubUpstream();
    source = await serveBytes({ '/call.wav': makeWav(4) });
    [system, browser] = await Promise.all([
      startTestSystem({ env: { ASR_BASE_URL: upstream.url, ASR_API_KEY: 'sk-upstream' } }),
      ConsoleBrowser.start(),
    ]);
  });
  beforeEach(async () => {
    client = await system.newClient();
    hear('Hello.');
  });
  afterAll(async () => {
    await browser.close();
    await system.stop();
    await Promise.all([upstream.close(), source.stop()]);
  });

  function hear(text: string): void {
    const segments = text === '' ? [] : [{ start: 0, end: 4, text }];
    upstream.respond(respondJson({ language: 'english', duration: 4, text, segments }));
  }

  const create = async (): Promise<string> =>
    (
      await client.create('/transcribe', {
        url: `${source.url}/call.wav`,
        filename: 'call.wav',
        diarization: false,
      })
    ).id;

  async function transcribed(): Promise<string> {
    const id = await create();
    await system.ended(id);
    return id;
  }

  /** A transcript as an engine that tells speakers apart would have given it. */
  async function spoken(segments: readonly object[]): Promise<string> {
    const id = await transcribed();
    const task = await system.ended(id);
    const output = {
      text: '',
      language: 'en',
      duration: segments.length * 2,
      segments,
      speakers: ['A', 'B'],
    };
    const index = task.steps.findIndex(({ name }) => name === 'transcribe');
    const steps = [{ index, set: { output: { inline: JSON.stringify(output) } } }];
    await system.stores.tasks.update(id, task.rev, { steps });
    return id;
  }

  /** The same with what a depersonalize step makes of it. */
  async function redacted(): Promise<string> {
    const steps = [
      { name: 'fetch' },
      { name: 'transcribe', options: { diarization: false } },
      { name: 'depersonalize' },
    ];
    const { id } = await client.create('/tasks', { url: `${source.url}/call.wav`, steps });
    const task = await system.ended(id);
    const clear = {
      text: '',
      language: 'en',
      duration: 4,
      segments: [segment(0, 'A', 'I am Ann.')],
      speakers: ['A'],
    };
    const transcript = { ...clear, segments: [segment(0, 'A', 'I am [PERSON].')] };
    const outputs = {
      transcribe: clear,
      depersonalize: { text: '', mode: 'blind', entities: [], transcript },
    };
    await system.stores.tasks.update(id, task.rev, {
      steps: Object.entries(outputs).map(([name, output]) => ({
        index: task.steps.findIndex((step) => step.name === name),
        set: { output: { inline: JSON.stringify(output) } },
      })),
    });
    return id;
  }

  async function open(
    id: string,
    query = '',
    theme: 'light' | 'dark' = 'light',
    width = 1440,
  ): Promise<Page> {
    const path = `/tasks/${id}/transcript${query}`;
    const { page } = await browser.open({ url: client.url, key: client.identity.key, path, theme, width });
    return page;
  }

  test('is searched whatever the case, to the next match and to the one before', async () => {
    const page = await open(await spoken(talk), '?view=segments');
    const field = page.getByRole('searchbox', { name: 'Search in the text' });
    await field.fill('morning');
    await page.getByText('1 of 3').waitFor();
    const lit = (name: string): Promise<string[]> =>
      page.evaluate<string[]>(`[...(CSS.highlights.get('${name}') ?? [])].map(String)`);
    await until(async () => (await lit('found')).length === 3);
    await field.press('Enter');
    await page.getByText('2 of 3').waitFor();
    await until(async () => (await lit('found-now'))[0] === 'MORNING');
    await page.getByRole('button', { name: 'Previous match' }).click();
    await page.getByRole('button', { name: 'Previous match' }).click();
    await page.getByText('3 of 3').waitFor();
    await field.fill('evening');
    await page.getByText('Nothing found').waitFor();
  });

  test('has speakers that a person names; the device remembers, the copy has them', async () => {
    const page = await open(await spoken(talk));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Rename Speaker B' }).click();
    await page.getByRole('textbox', { name: 'Name of speaker B' }).fill('Мария <b>');
    await page.keyboard.press('Enter');
    await page.locator('.passage-speaker', { hasText: 'Мария <b>' }).waitFor();
    await page.reload();
    await page.locator('.passage-speaker', { hasText: 'Мария <b>' }).waitFor();
    await page.getByRole('button', { name: 'Copy text' }).click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(
      'A: Good morning, everyone.\nМария <b>: Good MORNING! Shall we begin?\nA: This morning, yes.',
    );
    await page.getByRole('button', { name: 'Rename Мария <b>' }).click();
    await page.getByRole('textbox', { name: 'Name of speaker B' }).fill('');
    await page.getByRole('heading', { level: 1 }).click();
    await page.getByRole('button', { name: 'Rename Speaker B' }).waitFor();
  });

  test('redacted, has none of the names that a person gave', async () => {
    const page = await open(await redacted());
    await page.getByRole('button', { name: 'Rename Speaker A' }).click();
    await page.getByRole('textbox', { name: 'Name of speaker A' }).fill('Ann Lee');
    await page.keyboard.press('Enter');
    await page.locator('.passage-speaker', { hasText: 'Ann Lee' }).waitFor();
    await page.getByText('Redacted', { exact: true }).click();
    await page.getByText('I am [PERSON].').waitFor();
    expect(await page.getByText('Ann').count()).toBe(0);
    const { name, bytes } = await download(page, 'DOCX');
    expect(name).toContain('(redacted)');
    const xml = readZipped(bytes, 'word/document.xml');
    expect(xml).toContain('[PERSON]');
    expect(xml).not.toContain('Ann');
  });

  /** The name is that of the link: the one that Chromium tells is sometimes its own. */
  async function download(page: Page, format: string): Promise<{ name: string; bytes: Buffer }> {
    await page.evaluate(
      "addEventListener('click', ({ target }) => { if (target.download) globalThis.savedAs = target.download; }, true)",
    );
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Download ${format}` }).click(),
    ]);
    const name = await page.evaluate<string>('globalThis.savedAs');
    return { name, bytes: await readFile(await file.path()) };
  }

  test('is taken away as text, as subtitles and as a document with speakers and times', async () => {
    const page = await open(await spoken(talk));
    const srt = await download(page, 'SRT');
    expect(srt.name).toBe('call.srt');
    expect(srt.bytes.toString()).toMatch(/^1\n00:00:00,000 --> 00:00:0\d,\d{3}\nA: Good morning, everyone\./);
    expect((await download(page, 'VTT')).bytes.toString()).toMatch(/^WEBVTT/);
    expect((await download(page, 'TXT')).bytes.toString()).toMatch(/^A: Good morning/);

    const docx = await download(page, 'DOCX');
    expect(docx.name).toBe('call.docx');
    const xml = readZipped(docx.bytes, 'word/document.xml');
    const shown = xml.replace(/<[^>]*>/g, '|');
    expect(shown).toMatch(
      /call.*A {2}.*0:00.*Good morning, everyone\..*B {2}.*0:02.*Good MORNING!.*A {2}.*0:04/s,
    );
  });

  test('is shown as text, whatever it holds', async () => {
    const hostile = `<script>document.title='owned'</script> \u202eevil ${'x'.repeat(100_000)}`;
    hear(hostile);
    const id = await transcribed();
    const page = await open(id, '', 'light', 390);
    await page.getByText("<script>document.title='owned'</script>").waitFor();
    expect(await page.title()).toContain('call.wav');
    expect(await page.locator('.passage-text').getAttribute('dir')).toBe('auto');
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    const { bytes } = await download(page, 'DOCX');
    expect(readZipped(bytes, 'word/document.xml')).toContain('&lt;script&gt;document.title');
  });

  test('of 10,000 segments is searched and scrolled to its end with few of them laid out', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) =>
      segment(at, at % 3 ? 'A' : 'B', `Sentence number ${at}.`),
    );
    const page = await open(await spoken(many), '?view=segments');
    await until(async () => (await page.locator('.passage').count()) === many.length);
    await page.getByRole('searchbox').fill('number 9999');
    await page.getByText('1 of 1').waitFor();
    const place = 'document.querySelector(\'[data-passage="9999"]\').getBoundingClientRect()';
    await until(() =>
      page.evaluate<boolean>(`(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(${place})`),
    );
    const laidOut = await page.evaluate<number>(
      "[...document.querySelectorAll('.passage-text')].filter((row) => row.checkVisibility({ contentVisibilityAuto: true })).length",
    );
    expect(laidOut).toBeGreaterThan(0);
    expect(laidOut).toBeLessThan(400);
  });

  test('appears by itself once the recording is transcribed', async () => {
    let answer = (): void => undefined;
    upstream.respond((response, request) => {
      answer = () => respondJson({ language: 'english', duration: 4, text: 'At last.' })(response, request);
    });
    const asked = upstream.requests.length;
    const page = await open(await create());
    await page.getByText('The recording is being transcribed').waitFor();
    await page.getByText('Live').waitFor();
    await until(() => upstream.requests.length > asked);
    answer();
    await page.getByText('At last.').waitFor();
  });

  test('without speech, of a task that failed, and of one without the step, say so', async () => {
    hear('');
    await (await open(await transcribed())).getByText('Nothing was said').waitFor();
    upstream.respond(respondStatus(400));
    await (await open(await transcribed())).getByText('There is no transcript').waitFor();
    const { id } = await client.create('/pii', { input: 'Ann' });
    await (await open(id)).getByText('This task makes no transcript').waitFor();
    await (await open('5f0c1f7e-7a52-4d3c-9c3c-2f1b4f8f9d10')).getByText('There is nothing here').waitFor();
  });

  test('without sound says how to keep one', async () => {
    const page = await open(await transcribed());
    await page.getByText('This task keeps no sound to listen to.').waitFor();
    expect(await page.getByRole('slider').count()).toBe(0);
  });

  test.each([
    ['light', 1440],
    ['dark', 390],
  ] as const)('has no serious barriers (%s, %i pixels)', async (theme, width) => {
    const page = await open(await spoken(talk), '?view=segments', theme, width);
    await page.getByText('This morning, yes.').waitFor();
    await page.getByRole('searchbox').fill('morning');
    await page.getByText('1 of 3').waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });
});

/** A file of a zip archive, by its central directory. */
function readZipped(archive: Buffer, name: string): string {
  const CENTRAL = 0x02014b50;
  for (
    let at = archive.indexOf('PK\x01\x02', 0, 'latin1');
    at >= 0 && archive.readUInt32LE(at) === CENTRAL;
  ) {
    const nameLength = archive.readUInt16LE(at + 28);
    const local = archive.readUInt32LE(at + 42);
    if (archive.toString('utf8', at + 46, at + 46 + nameLength) === name) {
      const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
      const packed = archive.subarray(begin, begin + archive.readUInt32LE(at + 20));
      return (archive.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)).toString('utf8');
    }
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  throw new Error(`the archive has no ${name}`);
}
