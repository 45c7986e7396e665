import { createOutbound, type Outbound } from '@medley/outbound';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { makeWav, until, withFrozenTimers } from '@medley/testing';
import type { ServiceHarness } from '@medley/testing/worker';
import { startFetcherHarness, openSource, type Source } from './fetcher-harness';

const SWITCH = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n';
const ONE_SLOT = { CONCURRENCY: '1' };
const wav = makeWav(1);

let worker: ServiceHarness;
let source: Source;

beforeEach(async () => {
  source = await openSource((_request, response) => response.end(wav));
});
afterEach(async () => {
  await worker.close();
  await source.close();
});

/** A TCP source that sends the same response to every request. */
async function openTcpSource(answer: string): Promise<{ url: string; peer: Server; open: Set<Socket> }> {
  const open = new Set<Socket>();
  const peer = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    socket.once('data', () => socket.write(answer));
  });
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(peer.address() as AddressInfo).port}/`, peer, open };
}

it('a source that switches protocols is refused, and its slot is released', async () => {
  worker = await startFetcherHarness({ env: ONE_SLOT });
  const { url, peer, open } = await openTcpSource(SWITCH);

  expect(await worker.fail({ url }, {})).toEqual({
    code: 'SOURCE_REFUSED',
    retryable: false,
    message: 'the source would switch to another protocol',
  });

  await until(() => open.size === 0);
  await worker.succeed({ url: source.url }, {});
  peer.close();
});

it('a fetch that exceeds its time limit is abandoned: its slot is released, counted and reported by health', async () => {
  let isStuck = false;
  const client = createOutbound({ allow: ['127.0.0.0/8'] });
  const outbound: Outbound = {
    refuse: (url) => client.refuse(url),
    open: (request) => {
      if (!request.url.includes('stuck.example')) return client.open(request);
      isStuck = true;
      return new Promise(() => undefined);
    },
  };
  await withFrozenTimers(async (timers) => {
    worker = await startFetcherHarness({ env: ONE_SLOT, outbound, limits: { totalMs: 3_000, slackMs: 10 } });
    expect(await worker.metrics.metrics()).toContain('medley_slots_freed_total{slots="fetch"} 0');

    const stuck = await worker.send({ url: 'http://stuck.example/' }, {});
    const neighbour = await worker.send({ url: source.url }, {});

    await until(() => isStuck);
    await timers.advance(3_010);
    await timers.untilSet(1_500);
    await timers.advance(1_500);
    expect(await stuck.finished).toMatchObject({ outcome: 'failed', error: { code: 'STEP_TIMEOUT' } });
    expect(await neighbour.finished).toMatchObject({ outcome: 'completed' });
    expect(await worker.metrics.metrics()).toContain('medley_slots_freed_total{slots="fetch"} 1');
    const { ok, warnings } = await worker.health.report();
    expect([ok, warnings['fetch slots']]).toEqual([true, expect.stringMatching(/^1 freed by force/)]);
  });
});
