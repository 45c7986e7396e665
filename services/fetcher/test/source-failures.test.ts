import type { RequestListener } from 'node:http';
import { makeWav, until, withFrozenTimers } from '@medley/testing';
import type { ServiceHarness } from '@medley/testing/worker';
import {
  blobOf,
  startFetcherHarness,
  openSource,
  type FetcherHarnessOptions,
  type Source,
} from './fetcher-harness';

const wav = makeWav(3);

describe('a source that fails', () => {
  let worker: ServiceHarness | null = null;
  let source: Source | null = null;

  afterEach(async () => {
    await worker?.close();
    await source?.close();
  });

  async function start(
    answer: RequestListener,
    options: FetcherHarnessOptions = {},
  ): Promise<{ url: string; worker: ServiceHarness }> {
    source = await openSource(answer);
    worker = await startFetcherHarness(options);
    return { url: `${source.url}/secret-path?token=1`, worker };
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
    'with status %d fails as %s, retryable: %s, and its body is not repeated',
    async (status, code, retryable) => {
      const { worker, url } = await start((_request, response) =>
        response.writeHead(status).end('internal words'),
      );
      const error = await worker.fail({ url }, {});
      expect(error).toEqual({ code, retryable, message: `the source answered ${status}` });
      expect(worker.logged()).not.toMatch(/internal words|secret-path/);
      await until(() => source?.open.size === 0);
    },
  );

  it('with status 503 once is fetched by the next attempt', async () => {
    let requests = 0;
    const { worker, url } = await start((_request, response) => {
      requests += 1;
      if (requests === 1) response.writeHead(503).end();
      else response.end(wav);
    });
    expect(await worker.fail({ url }, {})).toMatchObject({ code: 'SOURCE_UNAVAILABLE', retryable: true });
    expect((await worker.succeed({ url }, {})).data).toMatchObject({ size: wav.length });
  });

  it('that never responds fails at the time limit for headers', async () => {
    const { worker, url } = await start(() => undefined, { limits: { headersMs: 100 } });
    expect(await worker.fail({ url }, {})).toEqual({
      code: 'SOURCE_TIMEOUT',
      retryable: true,
      message: 'the source did not answer within 0.1 s',
    });
    await until(() => source?.open.size === 0);
  });

  it.each([
    ['sends slowly', 20],
    ['stops sending', Infinity],
  ])('that %s fails for its low throughput, and nothing is stored', async (_name, everyMs) => {
    const { worker, url } = await start(
      (request, response) => {
        drip(response, wav, { everyMs, until: () => request.socket.destroyed });
      },
      { limits: { windowMs: 150, minBytesPerWindow: 3_000 } },
    );
    const { taskId, finished } = await worker.send({ url }, {});
    expect(await finished).toMatchObject({ error: { code: 'SOURCE_TIMEOUT', retryable: true } });
    expect(await worker.blobs.stat(blobOf(taskId))).toBeNull();
    await until(() => source?.open.size === 0);
  });

  it('that is fast enough still fails at the total time limit', async () => {
    const { worker, url } = await start(
      (request, response) => {
        drip(response, wav, { everyMs: 20, until: () => request.socket.destroyed });
      },
      { limits: { totalMs: 300 } },
    );
    expect(await worker.fail({ url }, {})).toMatchObject({
      code: 'SOURCE_TIMEOUT',
      message: 'the fetch took longer than 0.3 s',
    });
  });

  it.each([
    ['cut at half of the announced length', { 'Content-Length': String(wav.length) }],
    ['cut at half without a length', {}],
  ])('%s fails as retryable, and nothing is stored', async (_name, headers) => {
    const { worker, url } = await start((_request, response) => {
      response.writeHead(200, headers).write(wav.subarray(0, wav.length / 2), () => response.destroy());
    });
    const { taskId, finished } = await worker.send({ url }, {});
    expect(await finished).toMatchObject({
      error: {
        code: 'SOURCE_TRUNCATED',
        retryable: true,
        message: 'the source broke off before the end of the media',
      },
    });
    expect(await worker.blobs.stat(blobOf(taskId))).toBeNull();
  });

  it.each([
    ['more', wav.length + 10],
    ['less', wav.length - 10],
  ])('with a Content-Length of %s bytes than it sends fails as retryable', async (_name, length) => {
    const { worker, url } = await start((_request, response) => {
      response.socket?.end(
        Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`), wav]),
      );
    });
    expect(await worker.fail({ url }, {})).toMatchObject({ code: 'SOURCE_TRUNCATED', retryable: true });
  });

  it('that does not listen fails as unreachable', async () => {
    const { worker, url } = await start(() => undefined);
    await source?.close();
    expect(await worker.fail({ url }, {})).toEqual({
      code: 'SOURCE_UNREACHABLE',
      retryable: true,
      message: 'the source could not be connected to: connection refused',
    });
  });

  it('without HTTP fails as unreachable', async () => {
    const { worker, url } = await start((_request, response) => response.socket?.end('hello\n'));
    expect(await worker.fail({ url }, {})).toMatchObject({ code: 'SOURCE_UNREACHABLE' });
  });

  it('is disconnected at once when the task is canceled', async () => {
    await withFrozenTimers(async () => {
      const { worker, url } = await start((_request, response) => response.write(wav.subarray(0, 10_000)));
      const { taskId, finished } = await worker.send({ url }, {});
      await until(() => source?.open.size === 1);
      worker.cancel(taskId);
      const report = await finished;
      expect(report).toMatchObject({ error: { code: 'CANCELED' } });
      // Timers are frozen: it ended without one.
      expect(report.elapsed_ms).toBe(0);
      await until(() => source?.open.size === 0);
      expect(await worker.blobs.stat(blobOf(taskId))).toBeNull();
    });
  });
});

/** Sends some kilobytes at once, then single bytes at intervals. */
function drip(
  response: Parameters<RequestListener>[1],
  bytes: Buffer,
  pace: { everyMs: number; until: () => boolean },
): void {
  response.writeHead(200, { 'Content-Length': bytes.length }).write(bytes.subarray(0, 5_000));
  if (!Number.isFinite(pace.everyMs)) return;
  let at = 5_000;
  const timer = setInterval(() => {
    if (pace.until()) clearInterval(timer);
    else response.write(bytes.subarray(at, ++at));
  }, pace.everyMs);
}
