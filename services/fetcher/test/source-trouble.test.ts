import type { RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { makeWav } from '../../../tests/support/make-wav';
import { until } from '../../../tests/support/until';
import type { WorkerLab } from '../../../tests/support/worker-lab';
import { blobOf, openFetcher, openSource, type FetcherLabOptions, type Source } from './fetcher-harness';

const wav = makeWav(3);

describe('a source in trouble', () => {
  let lab: WorkerLab | null = null;
  let source: Source | null = null;

  afterEach(async () => {
    await lab?.close();
    await source?.close();
  });

  async function start(
    answer: RequestListener,
    options: FetcherLabOptions = {},
  ): Promise<{ url: string; lab: WorkerLab }> {
    source = await openSource(answer);
    lab = await openFetcher(options);
    return { url: `${source.url}/secret-path?token=1`, lab };
  }

  it.each([
    [400, 'SOURCE_REFUSED', false],
    [401, 'SOURCE_REFUSED', false],
    [403, 'SOURCE_REFUSED', false],
    [404, 'SOURCE_REFUSED', false],
    [410, 'SOURCE_REFUSED', false],
    [206, 'SOURCE_REFUSED', false],
    [304, 'SOURCE_REFUSED', false],
    [429, 'SOURCE_UNAVAILABLE', true],
    [500, 'SOURCE_UNAVAILABLE', true],
    [503, 'SOURCE_UNAVAILABLE', true],
  ])(
    'that answers %d fails as %s, retryable: %s, and its words are not repeated',
    async (status, code, retryable) => {
      const { lab, url } = await start((_request, response) =>
        response.writeHead(status).end('internal words'),
      );
      const error = await lab.fail({ url }, {});
      expect(error).toEqual({ code, retryable, message: `the source answered ${status}` });
      expect(lab.logged()).not.toMatch(/internal words|secret-path/);
      await until(() => source?.open.size === 0);
    },
  );

  it('that was busy once is fetched by the next attempt', async () => {
    let requests = 0;
    const { lab, url } = await start((_request, response) => {
      requests += 1;
      if (requests === 1) response.writeHead(503).end();
      else response.end(wav);
    });
    expect(await lab.fail({ url }, {})).toMatchObject({ code: 'SOURCE_UNAVAILABLE', retryable: true });
    expect((await lab.succeed({ url }, {})).data).toMatchObject({ size: wav.length });
  });

  it('that never answers is given up at the limit for headers', async () => {
    const { lab, url } = await start(() => undefined, { limits: { headersMs: 100 } });
    expect(await lab.fail({ url }, {})).toEqual({
      code: 'SOURCE_TIMEOUT',
      retryable: true,
      message: 'the source did not answer within 0.1 s',
    });
    await until(() => source?.open.size === 0);
  });

  it.each([
    ['drips', 20],
    ['stops', Infinity],
  ])('that %s is given up for its pace, and nothing is stored', async (_name, everyMs) => {
    const { lab, url } = await start(
      (request, response) => {
        void drip(response, wav, { everyMs, until: () => request.socket.destroyed });
      },
      { limits: { windowMs: 150, minBytesPerWindow: 3_000 } },
    );
    const { taskId, finished } = await lab.send({ url }, {});
    expect(await finished).toMatchObject({ error: { code: 'SOURCE_TIMEOUT', retryable: true } });
    expect(await lab.blobs.stat(blobOf(taskId))).toBeNull();
    await until(() => source?.open.size === 0);
  });

  it('that is fast enough for its pace is still bounded by the total time', async () => {
    const { lab, url } = await start(
      (request, response) => {
        void drip(response, wav, { everyMs: 20, until: () => request.socket.destroyed });
      },
      { limits: { totalMs: 300 } },
    );
    expect(await lab.fail({ url }, {})).toMatchObject({
      code: 'SOURCE_TIMEOUT',
      message: 'the fetch took longer than 0.3 s',
    });
  });

  it.each([
    ['cut at half of the announced length', { 'Content-Length': String(wav.length) }],
    ['cut at half without a length', {}],
  ])('%s fails as retryable, and nothing is stored', async (_name, headers) => {
    const { lab, url } = await start((_request, response) => {
      response.writeHead(200, headers).write(wav.subarray(0, wav.length / 2), () => response.destroy());
    });
    const { taskId, finished } = await lab.send({ url }, {});
    expect(await finished).toMatchObject({
      error: {
        code: 'SOURCE_TRUNCATED',
        retryable: true,
        message: 'the source broke off before the end of the media',
      },
    });
    expect(await lab.blobs.stat(blobOf(taskId))).toBeNull();
  });

  it.each([
    ['more', wav.length + 10],
    ['less', wav.length - 10],
  ])('that announces %s than it sends fails as retryable', async (_name, length) => {
    const { lab, url } = await start((_request, response) => {
      response.socket?.end(
        Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`), wav]),
      );
    });
    expect(await lab.fail({ url }, {})).toMatchObject({ code: 'SOURCE_TRUNCATED', retryable: true });
  });

  it('that is not there fails as unreachable', async () => {
    const { lab, url } = await start(() => undefined);
    await source?.close();
    expect(await lab.fail({ url }, {})).toEqual({
      code: 'SOURCE_UNREACHABLE',
      retryable: true,
      message: 'the source could not be connected to: connection refused',
    });
  });

  it('that speaks no HTTP fails as unreachable', async () => {
    const { lab, url } = await start((_request, response) => response.socket?.end('hello\n'));
    expect(await lab.fail({ url }, {})).toMatchObject({ code: 'SOURCE_UNREACHABLE' });
  });

  it('is left within two seconds when the task is cancelled', async () => {
    const { lab, url } = await start((_request, response) => response.write(wav.subarray(0, 10_000)));
    const { taskId, finished } = await lab.send({ url }, {});
    await until(() => source?.open.size === 1);
    const cancelledAt = performance.now();
    lab.cancel(taskId);
    expect(await finished).toMatchObject({ error: { code: 'CANCELED' } });
    await until(() => source?.open.size === 0);
    expect(performance.now() - cancelledAt).toBeLessThan(2_000);
    expect(await lab.blobs.stat(blobOf(taskId))).toBeNull();
  });
});

/** Send some kilobytes at once, then a byte now and then. */
async function drip(
  response: Parameters<RequestListener>[1],
  bytes: Buffer,
  pace: { everyMs: number; until: () => boolean },
): Promise<void> {
  response.writeHead(200, { 'Content-Length': bytes.length }).write(bytes.subarray(0, 5_000));
  for (let at = 5_000; Number.isFinite(pace.everyMs) && !pace.until(); at += 1) {
    await pause(pace.everyMs);
    response.write(bytes.subarray(at, at + 1));
  }
}
