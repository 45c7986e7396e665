import { webhooks } from '@medley/client';
import { type AllInOne, startAllInOne } from '@medley/testing/system';
import { makeWav, type Receiver, serveBytes, startHeldSource, startReceiver, until } from '@medley/testing';

describe('from a link to an MP3 and a signed webhook', () => {
  let medley: AllInOne;
  let source: { url: string; stop: () => Promise<void> };
  let receiver: Receiver;
  beforeAll(async () => {
    medley = await startAllInOne();
    source = await serveBytes({
      '/tone.wav': makeWav(3),
      '/page.mp3': Buffer.from('<!doctype html><p>no</p>'),
    });
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await medley.stop();
    await source.stop();
    await receiver.stop();
  });

  it('transcodes, serves the file with ranges, and sends the webhook with a valid signature', async () => {
    const made = await medley.client.tasks.transcode({
      url: `${source.url}/tone.wav`,
      webhook_url: `${receiver.url}/hook`,
      filename: 'тон.wav',
      metadata: [{ key: 'order', value: '7' }],
    });
    expect(made.status).toBe('pending');
    const { output } = await medley.client.tasks.wait(made);
    const { url = '', format, duration = 0, size = 0 } = output?.transcode ?? {};
    expect(format).toBe('mp3');
    expect(Math.abs(duration - 3)).toBeLessThan(0.2);

    const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(whole).toHaveLength(size);
    const part = await fetch(url, { headers: { Range: 'bytes=100-199' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 100-199/${size}`);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(100, 200));

    await until(() => receiver.received.length > 0);
    const { headers = {}, body = '' } = receiver.received[0] ?? {};
    const payload = webhooks.unwrap(body, headers, medley.webhookSecret);
    expect(payload).toMatchObject({ event: 'task.completed', task: { id: made.id, filename: 'тон.wav' } });
    expect(headers['x-service-event']).toBe('task.completed');
    expect(headers['x-service-delivery']).toBe(headers['webhook-id']);
  });

  it('fails a task whose link is not media, with a clear error', async () => {
    const made = await medley.client.tasks.transcode({ url: `${source.url}/page.mp3` });
    const task = await medley.client.tasks.wait(made, { throwOnFailure: false });
    expect(task.status).toBe('failed');
    expect(task.error).toMatch(/^MEDIA_UNSUPPORTED: /);
    expect(task.steps.map((step) => step.status)).toEqual(['failed', 'skipped']);
  });

  it('streams the events of a task to its end', async () => {
    const held = await startHeldSource(makeWav(3));
    const made = await medley.api.create('/transcode', { url: held.url });
    const response = await fetch(`${medley.api.url}/api/v1/tasks/${made.id}/events`, {
      headers: { Authorization: `Bearer ${medley.key}` },
    });
    // A stream that is opened after the end has the final event only.
    held.release();
    const text = await response.text();
    await held.stop();
    const names = [...text.matchAll(/^event: (.+)$/gm)].map((match) => match[1]);
    const ids = [...text.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]));
    expect(names[0]).toBe('task.snapshot');
    expect(names.at(-1)).toBe('task.completed');
    expect(names).toEqual(expect.arrayContaining(['step.completed']));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(new Set(ids).size).toBe(ids.length);
  });
});
