import { type AllInOne, startAllInOne } from '@medley/testing/system';
import { makeWav, serveBytes, startReceiver, until } from '@medley/testing';

describe('stopping and starting again on the same data', () => {
  let medley: AllInOne;
  afterEach(() => medley.stop());

  it('finishes the tasks that kill -9 interrupted and sends their webhooks', async () => {
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
    const task = await medley.client.tasks.wait(made, { timeoutMs: 200_000, throwOnFailure: false });
    expect(task.status).toBe('completed');
    await until(() => receiver.received.length > 0);
    expect(receiver.received).toHaveLength(1);
    await source.stop();
    await receiver.stop();
  });

  it('drains on Ctrl-C and ends with 0 within 25 s', async () => {
    medley = await startAllInOne();
    await medley.client.tasks.pii({ input: 'Иван Петров' });
    // With another status it ends itself when the 24 s of a stop are over.
    expect(await medley.program.end('SIGINT')).toBe(0);
  });
});
