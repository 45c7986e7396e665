import { startAllInOne, type AllInOne } from '../support/all-in-one';
import { makeWav } from '../support/make-wav';
import { startReceiver } from '../support/receiver';
import { serveBytes } from '../support/serve-bytes';
import { until } from '../support/until';

describe('stopping and starting again on the same data', () => {
  let medley: AllInOne;
  afterEach(() => medley.stop(), 40_000);

  it('finishes what kill -9 of everything interrupted, and still tells the webhook', async () => {
    const source = await serveBytes({ '/tone.wav': makeWav(600) });
    const receiver = await startReceiver();
    medley = await startAllInOne();
    const made = await medley.client.tasks.transcode({
      url: `${source.url}/tone.wav`,
      webhook_url: `${receiver.url}/hook`,
    });
    await until(async () => (await medley.client.tasks.get(made.id)).steps[0]?.status === 'completed');
    await medley.program.end('SIGKILL');
    medley = await medley.again();
    const task = await medley.client.tasks.wait(made, { timeoutMs: 100_000, throwOnFailure: false });
    expect(task.status).toBe('completed');
    await until(() => receiver.received.length > 0);
    expect(receiver.received).toHaveLength(1);
    await source.stop();
    await receiver.stop();
  }, 180_000);

  it('drains on Ctrl-C and ends with 0 within 25 s', async () => {
    medley = await startAllInOne();
    await medley.client.tasks.pii({ input: 'Иван Петров' });
    const startedAt = performance.now();
    expect(await medley.program.end('SIGINT')).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(25_000);
  }, 120_000);
});
