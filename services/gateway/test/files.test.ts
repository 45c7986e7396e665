import { HOUR_MS } from '@medley/contracts';
import { endTask, startTestGateway, type TestClient, type TestGateway } from '@medley/testing/gateway';

let gateway: TestGateway;
let client: TestClient;

beforeAll(async () => {
  gateway = await startTestGateway();
  client = await gateway.newClient();
});
afterAll(() => gateway.stop());

const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 256));

/** A completed transcode task and the link to its file. */
async function transcoded(filename?: string): Promise<{ id: string; link: string }> {
  const { id } = await client.create('/transcode', {
    url: 'https://example.com/a',
    ...(filename && { filename }),
  });
  const blob = `tasks/${id}/transcode/1/audio.mp3`;
  await gateway.blobs.put(blob, bytes);
  const output = {
    format: 'mp3',
    duration: 1,
    size: 1_000,
    bitrate: 128_000,
    sample_rate: 44_100,
    channels: 2,
  };
  const media = { blob, content_type: 'audio/mpeg', size: 1_000, duration: 1 };
  await endTask(gateway.stores, id, {
    steps: { transcode: { output: { inline: JSON.stringify(output) }, media } },
  });
  const task = (await client.get(`/tasks/${id}`)).body.data as { output: { transcode: { url: string } } };
  return { id, link: task.output.transcode.url.replace('http://files.test', gateway.url) };
}

const get = (link: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(link, { headers });

test('the link returns the file without a key, whole or a range of it', async () => {
  const { link } = await transcoded('Лекция 1.wav');
  const whole = await get(link);
  expect([whole.status, Buffer.from(await whole.arrayBuffer()).equals(bytes)]).toEqual([200, true]);
  expect(whole.headers.get('content-type')).toBe('audio/mpeg');
  expect(whole.headers.get('accept-ranges')).toBe('bytes');
  expect(decodeURIComponent(whole.headers.get('content-disposition') ?? '')).toContain('Лекция 1.mp3');

  const part = await get(link, { Range: 'bytes=10-19' });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 10-19/1000']);
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 20))).toBe(true);
  const tail = await get(link, { Range: 'bytes=-5' });
  expect(Buffer.from(await tail.arrayBuffer()).equals(bytes.subarray(995))).toBe(true);
  expect((await get(link, { Range: 'bytes=5000-' })).status).toBe(416);
});

test('the link in place of a large output returns that output as JSON and no other data of the step', async () => {
  const { id } = await client.create('/pii', { input: 'x' });
  const blob = `tasks/${id}/depersonalize/1/result.json`;
  const json = JSON.stringify({ text: 'я'.repeat(5 * 1024 * 1024), mode: 'blind', entities: [] });
  const { size } = await gateway.blobs.put(blob, Buffer.from(json));
  await endTask(gateway.stores, id, { steps: { depersonalize: { output: { blob, size } } } });

  const { output } = (await client.get(`/tasks/${id}`)).body.data as never as {
    output: { depersonalize: { omitted: boolean; size: number; url: string } };
  };
  const { url, ...facts } = output.depersonalize;
  expect(facts).toEqual({ omitted: true, size });
  const link = url.replace('http://files.test', gateway.url);
  const answer = await get(link);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=utf-8',
  ]);
  expect((await answer.text()) === json).toBe(true);
  expect((await get(link.replace('output.json', 'other.mp3'))).status).toBe(403);
  await client.send('DELETE', `/tasks/${id}`);
  expect((await get(link)).status).toBe(410);
});

test('HEAD returns the size without the content', async () => {
  const { link } = await transcoded();
  const head = await fetch(link, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '1000', '']);
});

test.each([
  [
    'another signature',
    (link: string) =>
      link.replace(/signature=(.)/, (_whole, first) => `signature=${first === 'A' ? 'B' : 'A'}`),
  ],
  ['no signature', (link: string) => link.replace(/&signature=.*/, '')],
  ['a later expiry', (link: string) => link.replace(/expires=\d+/, 'expires=9999999999')],
  ['another name', (link: string) => link.replace('.mp3', '.exe')],
  ['a broken escape', (link: string) => link.replace('.mp3', '%zz.mp3')],
])('%s is 403', async (_title, tamper) => {
  const { link } = await transcoded();
  const answer = await get(tamper(link));
  expect([answer.status, await answer.json()]).toMatchObject([
    403,
    { success: false, error: { code: 'LINK_INVALID' } },
  ]);
});

test('an expired link and a deleted task are 410', async () => {
  const { id, link } = await transcoded();
  const parts = { taskId: id, stepId: 'transcode', filename: 'transcode.mp3' };
  const old = gateway.views.signFileLink(parts, new Date(Date.now() - HOUR_MS));
  expect((await get(old.replace('http://files.test', gateway.url))).status).toBe(410);

  await client.send('DELETE', `/tasks/${id}`);
  const gone = await get(link);
  expect([gone.status, await gone.json()]).toMatchObject([410, { error: { code: 'LINK_EXPIRED' } }]);
});
