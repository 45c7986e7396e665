import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { until } from '@medley/testing';
import type { TestClient } from '@medley/testing/gateway';
import { startTestSystem, type TestSystem } from '@medley/testing/system';
import { ConsoleBrowser, describeInBrowser, findBarriers } from './console-browser';

const AMOUNTS = ['tasks', 'minutes', 'characters', 'tokens', 'credits'] as const;

type Row = Record<(typeof AMOUNTS)[number], number> & { group: string | null };

describeInBrowser('usage and money', () => {
  let system: TestSystem;
  let browser: ConsoleBrowser;
  let client: TestClient;
  /** Settled ones of the client. */
  let tasks: number;

  beforeAll(async () => {
    [system, browser] = await Promise.all([startTestSystem(), ConsoleBrowser.start()]);
  });
  beforeEach(async () => {
    client = await system.newClient({ credits: 500 });
    tasks = 0;
  });
  afterAll(async () => {
    await browser.close();
    await system.stop();
  });

  const open = async (path = '/usage', theme: 'light' | 'dark' = 'light', width = 1440): Promise<Page> =>
    (await browser.open({ url: client.url, key: client.identity.key, path, theme, width })).page;

  /** A settled task; returns its id. */
  async function spend(input = 'Иван Петров, Москва'): Promise<string> {
    const { id } = await client.create('/pii', { input });
    await counted(id);
    return id;
  }

  /** Waits until the usage and the ledger, which follow the end of a task, have it too. */
  async function counted(id: string): Promise<void> {
    await system.ended(id);
    tasks += 1;
    await until(async () => {
      const { total } = (await client.get('/usage')).body.data as { total: Row };
      const entries = (await client.get('/ledger?limit=100')).body.data['items'] as { id: string }[];
      return total.tasks === tasks && entries.some((entry) => entry.id === `${id}:settle`);
    });
  }

  const usageBy = async (group: string): Promise<Row[]> =>
    (await client.get(`/usage?group_by=${group}`)).body.data['items'] as Row[];

  /** What `Download CSV` hands out, as lines of cells. */
  async function download(page: Page): Promise<{ text: string; rows: string[][] }> {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    const text = await readFile(await file.path(), 'utf8');
    expect(text.charCodeAt(0)).toBe(0xfeff);
    expect(text.endsWith('\r\n')).toBe(true);
    return { text, rows: text.slice(1, -2).split('\r\n').map(parseLine) };
  }

  test('the chart of days has a table with the numbers of the API, and the file too', async () => {
    await spend();
    await spend('x'.repeat(3_000));
    const [day] = await usageBy('day');
    const page = await open();
    await page.getByRole('img', { name: 'Credits by day' }).locator('canvas').waitFor();
    const table = page.getByRole('region', { name: 'Usage', exact: true }).getByRole('table');
    await table.getByRole('columnheader', { name: 'Day' }).waitFor();
    const [, row] = await table.getByRole('row').allInnerTexts();
    const [, credits, count, , characters] = (row ?? '').split('\t').map((cell) => cell.trim());
    expect({ credits: Number(credits), count, characters }).toEqual({
      credits: day?.credits,
      count: '2',
      characters: day?.characters.toLocaleString('en'),
    });
    const { rows } = await download(page);
    expect(rows).toEqual([
      ['day', ...AMOUNTS],
      [day?.group ?? '', ...AMOUNTS.map((name) => String(day?.[name]))],
    ]);
  });

  test('the bar of a day is drawn in the colour of the theme, and said under the pointer', async () => {
    await spend();
    const page = await open();
    const canvas = page.getByRole('img', { name: 'Credits by day' }).locator('canvas');
    await canvas.waitFor();
    const painted = 'document.querySelector(".day-chart canvas")';
    const accent = `(() => {
      const probe = document.createElement('span');
      probe.style.color = 'var(--accent)';
      document.body.append(probe);
      const [red, green, blue] = getComputedStyle(probe).color.match(/\\d+/g).map(Number);
      const { data, width } = ${painted}.getContext('2d').getImageData(0, 0, ${painted}.width, ${painted}.height);
      let found = 0;
      for (let at = 0; at < data.length; at += 4)
        if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) found += 1;
      return width > 0 && found > 100;
    })()`;
    await page.waitForFunction(accent);
    const box = await page.locator('.day-chart .u-over').boundingBox();
    if (!box) throw new Error('the chart has no field');
    // Today is the last of the days.
    await page.mouse.move(box.x + box.width - 4, box.y + box.height / 2);
    const [day] = await usageBy('day');
    await page
      .locator('.day-chart-pointed strong')
      .filter({ hasText: String(day?.credits) })
      .waitFor();
  });

  test('the address keeps the grouping, the amount and the period', async () => {
    await spend();
    const page = await open();
    await page.getByText('By step', { exact: true }).click();
    await page.getByText('Characters', { exact: true }).first().click();
    await page.waitForURL(/by=step.*amount=characters/);
    await page.reload();
    await page.getByRole('rowheader', { name: 'depersonalize' }).waitFor();
    expect(await page.getByRole('radio', { name: 'Characters' }).isChecked()).toBe(true);
    await page.getByText('Other', { exact: true }).click();
    await page.getByLabel('To', { exact: true }).fill('2026-02-01');
    await page.getByText('The first day must not be after the last one').waitFor();
    await page.getByLabel('From', { exact: true }).fill('2026-01-01');
    await page.waitForURL(/from=2026-01-01&to=2026-02-01/);
    await page.getByText('No tasks were settled in this period').waitFor();
    await page.getByText('7 days').click();
    await page.getByRole('rowheader', { name: 'depersonalize' }).waitFor();
  });

  test('a key whose name is a formula is a text in the file', async () => {
    const names = ['=HYPERLINK("http://evil.test"),1', '+1', '-1', '@SUM(1)', 'plain, with "quotes"'];
    for (const name of names) {
      const { secret } = (await client.post('/keys', { name })).body.data as { secret: string };
      const answer = await fetch(`${client.url}/api/v1/pii`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ input: 'Иван' }),
      });
      await counted(((await answer.json()) as { data: { id: string } }).data.id);
    }
    const page = await open('/usage?by=key');
    for (const name of names) await page.getByRole('rowheader', { name, exact: true }).waitFor();
    const { text, rows } = await download(page);
    const written = rows.slice(1).map(([, name]) => name);
    expect(written.sort()).toEqual(
      [...names.slice(0, 4).map((name) => `'${name}`), 'plain, with "quotes"'].sort(),
    );
    expect(text).toContain(`"'=HYPERLINK(""http://evil.test""),1"`);
    const byKey = new Map((await usageBy('key')).map((row) => [row.group, row]));
    for (const [group = '', , ...cells] of rows.slice(1))
      expect(cells).toEqual(AMOUNTS.map((amount) => String(byKey.get(group)?.[amount])));
  });

  test('the ledger says what moved the balance, page by page, with links to tasks', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 11; count += 1) ids.push(await spend());
    const page = await open();
    await page.getByRole('heading', { level: 1, name: 'Usage and money' }).waitFor();
    const ledger = page.getByRole('region', { name: 'Ledger' }).getByRole('table');
    await ledger.getByRole('row').nth(20).waitFor();
    expect(await ledger.getByText('opening balance').count()).toBe(0);
    await page.getByRole('button', { name: 'Show more' }).click();
    await ledger.getByRole('row').filter({ hasText: 'opening balance' }).getByText('+500').waitFor();
    const first = ledger.getByRole('row').filter({ hasText: ids[0]?.slice(0, 8) ?? 'none' });
    await first.filter({ hasText: 'reserved for a task' }).getByText('−').waitFor();
    await first.filter({ hasText: 'task settled' }).getByRole('link').click();
    await page.waitForURL(`**/console/tasks/${ids[0]}`);
  });

  test('shows the budgets of keys, and is reached from the keys and from the overview', async () => {
    await client.post('/keys', { name: '<b>night</b>', budget: { credits: 12.5, period: 'day' } });
    const page = await open('/keys');
    await page.getByRole('main').getByRole('link', { name: 'Usage' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: '<b>night</b>' })
      .getByText('0.00 of 12.50 credits')
      .waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Balance' }).click();
    await page.waitForURL('**/console/usage');
    await page.getByText('500').first().waitFor();
  });

  test('a key that may only read sees the usage, neither ledger nor budgets', async () => {
    await spend();
    const { secret } = (await client.post('/keys', { role: 'read' })).body.data as { secret: string };
    const { page } = await browser.open({ url: client.url, key: secret, path: '/usage?by=key' });
    await page.getByRole('rowheader', { name: `key ${client.identity.keyId.slice(0, 8)}` }).waitFor();
    expect(await page.getByText(/Ledger|Budgets/).count()).toBe(0);
  });

  test.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
  ] as const)('has no serious barriers (%s, %i pixels)', async (theme, width) => {
    await spend();
    await client.post('/keys', { name: 'night', budget: { credits: 12.5, period: 'day' } });
    const page = await open('/usage', theme, width);
    await page.getByRole('img', { name: 'Credits by day' }).locator('canvas').waitFor();
    await page.getByText('task settled').waitFor();
    await page.getByText('0.00 of 12.50 credits').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.getByText('By step', { exact: true }).click();
    await page.getByRole('rowheader', { name: 'depersonalize' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });
});

/** The cells of a line without line breaks, by RFC 4180. */
function parseLine(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  );
}
