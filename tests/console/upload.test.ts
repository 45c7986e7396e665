import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { makeWav, until } from '@medley/testing';
import { startAllInOne, type AllInOne } from '@medley/testing/system';
import { ConsoleBrowser, describeInBrowser, findBarriers } from './console-browser';

/** Of 16 kHz, 16 bits: 50 MB and more. */
const LARGE_SECONDS = 1_570;

describeInBrowser('a file of the device', () => {
  let medley: AllInOne;
  let browser: ConsoleBrowser;
  let directory: string;

  beforeAll(async () => {
    [medley, browser, directory] = await Promise.all([
      startAllInOne(),
      ConsoleBrowser.start(),
      mkdtemp(join(tmpdir(), 'medley-console-')),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await medley.stop();
    await rm(directory, { recursive: true, force: true });
  });

  async function open(): Promise<Page> {
    const { page } = await browser.open({ url: medley.api.url, key: medley.key, path: '/playground' });
    await page.getByText('File', { exact: true }).click();
    return page;
  }

  async function fileOf(name: string, bytes: Uint8Array): Promise<string> {
    const path = join(directory, name);
    await writeFile(path, bytes);
    return path;
  }

  test('of 50 MB shows its progress, and continues where the connection broke', async () => {
    const bytes = makeWav(LARGE_SECONDS);
    expect(bytes.length).toBeGreaterThan(50_000_000);
    const page = await open();
    const parts: number[] = [];
    let isBroken = false;
    await page.route('**/uploads/tus/**', async (route) => {
      const request = route.request();
      const offset = request.headers()['upload-offset'];
      if (request.method() === 'PATCH') parts.push(Number(offset));
      isBroken ||= parts.length === 4;
      if (isBroken) await route.abort('connectionreset');
      else await route.continue();
    });
    await page.getByLabel('Choose a file').setInputFiles(await fileOf('long.wav', bytes));
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    await page.getByRole('progressbar', { name: 'Upload of long.wav' }).waitFor();
    const failedAt = parts.at(-1) ?? 0;
    expect(failedAt).toBeGreaterThan(0);
    await page.unroute('**/uploads/tus/**');
    const resumed = page.waitForRequest(
      (request) => request.method() === 'PATCH' && request.url().includes('/uploads/tus/'),
    );
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(Number((await resumed).headers()['upload-offset'])).toBe(failedAt);
    await page.getByRole('button', { name: 'Delete the file' }).waitFor();
    const id = /upload:([0-9a-f-]{36})/.exec(await page.getByText('curl -s').innerText())?.[1] ?? '';
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(await medley.client.uploads.get(id)).toMatchObject({
      size: bytes.length,
      filename: 'long.wav',
      sha256,
    });
  });

  test('is paused, and discarded: the service keeps nothing of it', async () => {
    const page = await open();
    const made = page.waitForResponse(
      (response) => response.headers()['location']?.includes('/tus/') === true,
    );
    // The parts after the first one wait until the person has paused.
    let parts = 0;
    await page.route('**/uploads/tus/**', async (route) => {
      if (route.request().method() !== 'PATCH' || (parts += 1) === 1) await route.continue();
    });
    await page.getByLabel('Choose a file').setInputFiles(await fileOf('half.wav', makeWav(300)));
    const link = (await made).headers()['location'] ?? '';
    await until(() => parts === 2);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    await page.unroute('**/uploads/tus/**');
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await page.getByRole('button', { name: 'Discard' }).click();
    await deleted;
    await page.getByText('Drop a recording or a text here').waitFor();
    const response = await fetch(new URL(link, medley.api.url), {
      method: 'HEAD',
      headers: { authorization: `Bearer ${medley.key}`, 'tus-resumable': '1.0.0' },
    });
    expect(response.status).toBe(404);
  });

  test('with a hostile name is shown as text, and deleted', async () => {
    const page = await open();
    const name = `<img src=x onerror=alert(1)>\u202e${'long'.repeat(40)}.wav`;
    await page.getByLabel('Choose a file').setInputFiles({
      name,
      mimeType: 'audio/wav',
      buffer: Buffer.from(makeWav(1)),
    });
    await page.getByText('<img src=x onerror=alert(1)>').waitFor();
    const id = /upload:([0-9a-f-]{36})/.exec(await page.getByText('curl -s').innerText())?.[1] ?? '';
    expect(await findBarriers(page)).toEqual([]);
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await page.getByRole('button', { name: 'Delete the file' }).click();
    await deleted;
    await page.getByText('Drop a recording or a text here').waitFor();
    await expect(medley.client.uploads.get(id)).rejects.toMatchObject({ status: 404 });
  });

  test('with text becomes the text of the draft, and is not sent', async () => {
    const page = await open();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.getByLabel('Choose a file').setInputFiles({
      name: 'letter.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Звонил Пётр Ильин.'),
    });
    await page.getByRole('textbox', { name: 'Text' }).filter({ hasText: 'Звонил Пётр Ильин.' }).waitFor();
    expect(requests.filter((url) => url.includes('/uploads'))).toEqual([]);
  });
});
