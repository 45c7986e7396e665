import {
  endTask,
  startTestGateway,
  summarize,
  type TestClient,
  type TestGateway,
} from '@medley/testing/gateway';

let gateway: TestGateway;
let client: TestClient;
let otherClient: TestClient;

interface Listing {
  items: { id: string; created_at: string }[];
  pagination: { total: number; limit: number; offset: number; next_cursor: string | null };
}

beforeAll(async () => {
  gateway = await startTestGateway();
});
beforeEach(async () => {
  client = await gateway.newClient();
  otherClient = await gateway.newClient();
});
afterAll(() => gateway.stop());

const list = async (query: Record<string, string> = {}, who = client): Promise<Listing> =>
  (await who.get(`/tasks?${new URLSearchParams(query).toString()}`)).body.data as never;
const idsOf = ({ items }: Listing): string[] => items.map(({ id }) => id);

const media = (more: object = {}): object => ({
  url: 'https://example.com/a.mp3',
  steps: [{ name: 'fetch' }, { name: 'transcribe' }],
  ...more,
});

/** Tasks of the client, newest last, each beside one of another account. */
async function createAll(bodies: readonly object[]): Promise<string[]> {
  const ids: string[] = [];
  for (const body of bodies) {
    const path = 'url' in body ? '/tasks' : '/pii';
    await otherClient.create(path, body);
    ids.push((await client.create(path, body)).id);
  }
  return ids;
}

describe('the list of tasks has only those', () => {
  test('with a step of the kind', async () => {
    const [, second] = await createAll([{ input: 'a' }, media()]);
    expect(idsOf(await list({ step: 'transcribe' }))).toEqual([second]);
    expect(idsOf(await list({ step: 'llm' }))).toEqual([]);
  });

  test('created in a range, both bounds included', async () => {
    const ids = await createAll([{ input: 'a' }, { input: 'b' }, { input: 'c' }]);
    const [newest, middle, oldest] = (await list()).items;
    const at = middle?.created_at ?? '';
    expect(idsOf(await list({ created_after: at, created_before: at }))).toContain(ids[1]);
    expect(idsOf(await list({ created_after: at }))).toContain(newest?.id);
    expect(idsOf(await list({ created_before: at }))).toContain(oldest?.id);
    expect(idsOf(await list({ created_before: '2020-01-01' }))).toEqual([]);
    const shifted = new Date(Date.parse(at) + 3 * 3_600_000).toISOString().replace('Z', '+03:00');
    expect(await list({ created_after: shifted, created_before: shifted })).toEqual(
      await list({ created_after: at, created_before: at }),
    );
  });

  test('with all of up to three metadata pairs, each in one item', async () => {
    const pair = (key: string, value: string): object => ({ key, value });
    const [both, one] = await createAll([
      { input: 'a', metadata: [pair('order', '1'), pair('lang', 'ru'), pair('x[y]', '')] },
      { input: 'b', metadata: [pair('order', '1'), pair('lang', 'en')] },
      { input: 'c', metadata: [pair('order', '2'), pair('other', '1')] },
    ]);
    expect(idsOf(await list({ 'metadata[order]': '1' }))).toEqual([one, both]);
    expect(
      idsOf(await list({ 'metadata[order]': '1', 'metadata[lang]': 'ru', 'metadata[x[y]]': '' })),
    ).toEqual([both]);
    // The key of one item and the value of another are no pair.
    expect(idsOf(await list({ 'metadata[other]': '2' }))).toEqual([]);
    expect(idsOf(await list({ 'metadata[order][$gt]': '' }))).toEqual([]);
  });

  test('whose id or filename begins with q, by case and by every character', async () => {
    const [first, second, third] = await createAll([
      media({ filename: 'Talk 1.mp3' }),
      media({ filename: 'talk (2).mp3' }),
      media({ filename: 'Talk 😀.mp3' }),
    ]);
    expect(idsOf(await list({ q: 'Talk ' }))).toEqual([third, first]);
    expect(idsOf(await list({ q: 'talk (' }))).toEqual([second]);
    expect(idsOf(await list({ q: 'alk' }))).toEqual([]);
    expect(idsOf(await list({ q: '.*' }))).toEqual([]);
    expect(idsOf(await list({ q: (first ?? '').slice(0, 20) }))).toEqual([first]);
    expect(idsOf(await list({ q: first ?? '' }, otherClient))).toEqual([]);
  });

  test('of a batch of the account', async () => {
    const tasks = Array.from({ length: 3 }, () => ({ input: 'a', steps: [{ name: 'depersonalize' }] }));
    const { batch_id: id, results } = (await client.post('/tasks/batch', { tasks })).body.data as never as {
      batch_id: string;
      results: { data: { id: string } }[];
    };
    await createAll([{ input: 'a' }]);
    expect(idsOf(await list({ batch_id: id })).sort()).toEqual(results.map(({ data }) => data.id).sort());
    expect(idsOf(await list({ batch_id: id }, otherClient))).toEqual([]);
  });

  test('that match all filters at once', async () => {
    const metadata = [{ key: 'order', value: '1' }];
    const ids = await createAll([
      media({ filename: 'talk', metadata }),
      media({ filename: 'talk', metadata }),
      media({ filename: 'other', metadata }),
      media({ filename: 'talk' }),
      { input: 'x', metadata },
    ]);
    await endTask(gateway.stores, ids[1] ?? '');
    const query = {
      status: 'pending',
      step: 'fetch',
      'metadata[order]': '1',
      q: 'talk',
      created_after: '2020-01-01',
    };
    const page = await list(query);
    expect(idsOf(page)).toEqual([ids[0]]);
    expect(page.pagination).toEqual({ total: 1, limit: 20, offset: 0, next_cursor: null });
  });
});

describe('a cursor', () => {
  test('continues where a page ended although tasks were created meanwhile', async () => {
    const ids = (await createAll(Array.from({ length: 5 }, () => ({ input: 'a' })))).reverse();
    const first = await list({ limit: '2' });
    await client.create('/pii', { input: 'new' });
    const second = await list({ limit: '2', cursor: first.pagination.next_cursor ?? '' });
    const third = await list({ limit: '2', cursor: second.pagination.next_cursor ?? '' });
    expect([first, second, third].flatMap(idsOf)).toEqual(ids);
    expect(second.pagination.total).toBe(6);
    expect(third.pagination.next_cursor).toBeNull();
  });

  test('keeps the tasks apart that were created in the same millisecond', async () => {
    const tasks = Array.from({ length: 30 }, () => ({ input: 'a', steps: [{ name: 'depersonalize' }] }));
    await client.post('/tasks/batch', { tasks });
    const all = idsOf(await list({ limit: '100' }));
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Listing = await list({ limit: '7', ...(cursor && { cursor }) });
      found.push(...idsOf(page));
      cursor = page.pagination.next_cursor;
    }
    expect(found).toEqual(all);
  });

  test('of another account shows nothing of it', async () => {
    await createAll([{ input: 'a' }, { input: 'b' }]);
    const theirs = await list({ limit: '1' }, otherClient);
    const cursor = theirs.pagination.next_cursor ?? '';
    const own = idsOf(await list());
    expect(own).toEqual(expect.arrayContaining(idsOf(await list({ cursor }))));
  });
});

test.each([
  ['cursor=abc', 'cursor'],
  ['cursor=', 'cursor'],
  [`cursor=${'a'.repeat(5_000)}`, 'cursor'],
  [
    `cursor=${Buffer.from('999999999999999.0b8f6c1e-52a3-4a68-9c1d-7a1f3f0f2b10').toString('base64url')}&offset=0`,
    'cursor,offset',
  ],
  ['step=transcripe', 'step'],
  ['step[$ne]=fetch', 'step'],
  ['created_after=yesterday', 'created_after'],
  ['created_after=2026-13-01', 'created_after'],
  ['created_before=1700000000', 'created_before'],
  ['metadata=a', 'metadata'],
  ['metadata[]=a', 'metadata[0].key'],
  ['metadata[a]=1&metadata[a]=2', 'metadata[0].value'],
  ['metadata[a]=1&metadata[b]=2&metadata[c]=3&metadata[d]=4', 'metadata'],
  ['batch_id=1', 'batch_id'],
  ['q=', 'q'],
  [`q=${'x'.repeat(501)}`, 'q'],
  ['q[$regex]=.*', 'q'],
])('refuses ?%s', async (query, fields) => {
  expect(summarize(await client.get(`/tasks?${query}`))).toBe(`400 VALIDATION_ERROR ${fields}`);
});
